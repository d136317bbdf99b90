import { beforeEach, expect, test, vi } from 'vitest';
import { browserStorage } from '@/components/ui/browser-storage';
import { leadOf } from '../testing/lead';
import { storeNewest, useUnseen } from './use-unseen';

const states: unknown[] = [];
let stateCount = 0;
const unmounts: (() => void)[] = [];

/** The states and effects of one component. */
vi.mock('react', () => ({
  useState: (initial: unknown) => {
    const index = stateCount++;
    if (index === states.length) states.push(typeof initial === 'function' ? initial() : initial);
    return [states[index], (value: unknown) => (states[index] = value)];
  },
  useEffectEvent: (handler: unknown) => handler,
  useEffect: (effect: () => (() => void) | undefined) => {
    const cleanUp = effect();
    if (cleanUp) unmounts.push(cleanUp);
  },
  startTransition: (update: () => void) => void update(),
}));

/** Renders once for hydration, and once more. */
function renderUnseen(leads: Parameters<typeof useUnseen>[0]): readonly string[] {
  const [, unseen = []] = [1, 2].map(() => {
    stateCount = 0;
    return useUnseen(leads);
  });
  return unseen;
}

function leave(): void {
  for (const unmount of unmounts.splice(0)) unmount();
  states.length = 0;
}

const lead = (count: number) => leadOf({ _id: `0193f9c0-0000-7000-8000-00000000000${count}` });

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  browserStorage.removeItem('ovoz_leads_last_seen');
});

test('a tab with old leads that is closed later does not make seen leads new again', () => {
  storeNewest([lead(3), lead(2)]);
  storeNewest([lead(1)]);
  storeNewest([]);
  expect(browserStorage.getItem('ovoz_leads_last_seen')).toBe(lead(3)._id);
});

test('leads that came since the list was last shown are new', () => {
  expect(renderUnseen([lead(1)])).toEqual([]);
  leave();
  expect(renderUnseen([lead(2), lead(1)])).toEqual([lead(2)._id]);
  leave();
});

test('a first visit that ends before the list has loaded makes no lead new', () => {
  renderUnseen(undefined);
  leave();
  expect(renderUnseen([lead(2), lead(1)])).toEqual([]);
  leave();
});
