import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { usePressToPlay } from './use-press-to-play';

type PressToPlay = ReturnType<typeof usePressToPlay>;

function Sound({ onSound }: { onSound: (sound: PressToPlay) => void }) {
  onSound(usePressToPlay(() => {}));
  return null;
}

test.each([
  ['failed', { code: 4 }, 1],
  ['was paused', null, 0],
])('a sound that %s (error: %j) is loaded %i times when it is played again', (_, error, loads) => {
  const element = { error, load: vi.fn(), play: async () => {}, pause() {} };
  const onSound = vi.fn<(sound: PressToPlay) => void>();
  renderToStaticMarkup(<Sound onSound={onSound} />);
  const sound = onSound.mock.calls[0]?.[0];
  if (sound) sound.audio.current = element as never;
  expect(sound?.play()).toBe(true);
  expect(element.load).toHaveBeenCalledTimes(loads);
});
