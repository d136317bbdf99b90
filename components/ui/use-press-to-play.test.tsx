import type { EffectCallback } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { blockSounds } from './sounding';
import { usePressToPlay } from './use-press-to-play';

/** The server renderer runs no effects, so a test runs them. */
const effects: EffectCallback[] = [];
vi.mock('react', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useEffect: (effect: EffectCallback) => void effects.push(effect),
}));

type PressToPlay = ReturnType<typeof usePressToPlay>;

function Sound({ onSound }: { onSound: (sound: PressToPlay) => void }) {
  onSound(usePressToPlay(() => {}));
  return null;
}

function renderSound(element: object): PressToPlay | undefined {
  const onSound = vi.fn<(sound: PressToPlay) => void>();
  effects.length = 0;
  renderToStaticMarkup(<Sound onSound={onSound} />);
  const sound = onSound.mock.calls[0]?.[0];
  if (sound) sound.audio.current = element as never;
  return sound;
}

test.each([
  ['failed', { code: 4 }, 1],
  ['was paused', null, 0],
])('a sound that %s (error: %j) is loaded %i times when it is played again', (_, error, loads) => {
  const element = { error, load: vi.fn(), play: async () => {}, pause() {} };
  const sound = renderSound(element);
  expect(sound?.play()).toBe(true);
  expect(element.load).toHaveBeenCalledTimes(loads);
});

test('a media key does not start the sound during a call', () => {
  const element = Object.assign(new EventTarget(), { paused: false, pause: vi.fn() });
  renderSound(element);
  const cleanUps = effects.map((effect) => effect());
  onTestFinished(() => cleanUps.forEach((cleanUp) => cleanUp?.()));
  element.dispatchEvent(new Event('play'));
  expect(element.pause).not.toHaveBeenCalled();
  onTestFinished(blockSounds(vi.fn()));
  element.pause.mockClear();
  element.dispatchEvent(new Event('play'));
  expect(element.pause).toHaveBeenCalledTimes(1);
});
