import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Tts, type TtsFault, useTts } from './use-tts';

interface DemoProps {
  onTts: (tts: Tts) => void;
  onFailed: (fault: TtsFault) => void;
}

function Demo({ onTts, onFailed }: DemoProps) {
  onTts(useTts(onFailed));
  return null;
}

test('in a browser without sound output the demo reports the fault no_sound', async () => {
  vi.stubGlobal(
    'AudioContext',
    // `new` needs a function: an arrow would throw a TypeError of its own.
    vi.fn(function () {
      throw new DOMException('too many contexts', 'NotSupportedError');
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.spyOn(console, 'error').mockReturnValue();
  const onTts = vi.fn<(tts: Tts) => void>();
  const onFailed = vi.fn();
  renderToStaticMarkup(<Demo onTts={onTts} onFailed={onFailed} />);
  await onTts.mock.calls[0]?.[0].convert('Salom', 'muxlisa');
  expect(onFailed).toHaveBeenCalledWith('no_sound', undefined);
});
