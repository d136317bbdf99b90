import { expect, onTestFinished, test, vi } from 'vitest';
import type { Sitting } from './sitting';

const checked: Sitting = {
  index: 0,
  phase: {
    name: 'checked',
    take: {
      sentence: { language: 'en', text: 'Hello!' },
      file: new Blob(['sound']),
      name: 'recording.webm',
      sound: { durationS: 1, problems: [], audio: '' },
    },
  },
};
const unmounts: (() => void)[] = [];

/** Hooks of a dialog that was just rendered with a checked recording. */
vi.mock('react', () => ({
  useReducer: () => [checked, () => undefined],
  useRef: (current: unknown) => ({ current }),
  useEffectEvent: (handler: unknown) => handler,
  useEffect: (effect: () => (() => void) | undefined) => {
    const cleanUp = effect();
    if (cleanUp) unmounts.push(cleanUp);
  },
}));

test('a recording that the owner keeps is saved although the dialog is closed at once', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signal?.addEventListener('abort', () => answer.reject(signal.reason));
    return answer.promise;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { useSitting: renderSitting } = await import('./use-sitting');
  const onSaved = vi.fn();
  const { save } = renderSitting([{ language: 'en', text: 'Hello!', recording: null }], 0, onSaved);
  save();
  for (const unmount of unmounts) unmount();
  answer.resolve(Response.json({ id: 'a' }));
  await expect.poll(() => onSaved).toHaveBeenCalledOnce();
});
