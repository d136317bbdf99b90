import type { EffectCallback } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { speechRateHz } from '@/lib/contracts/limits';
import { servePage } from '@/lib/testing/page-host';
import { wavFile } from '@/lib/wav';
import { type Tts, type TtsFault, useTts } from './use-tts';

/** The server renderer runs no effects, so a test runs them. */
const effects: EffectCallback[] = [];
vi.mock('react', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useEffect: (effect: EffectCallback) => void effects.push(effect),
}));

interface DemoProps {
  onTts: (tts: Tts) => void;
  onFailed: (fault: TtsFault) => void;
}

function Demo({ onTts, onFailed }: DemoProps) {
  onTts(useTts(onFailed));
  return null;
}

/** Renders the demo as on a new page. */
function mount() {
  const onTts = vi.fn<(tts: Tts) => void>();
  effects.length = 0;
  renderToStaticMarkup(<Demo onTts={onTts} onFailed={vi.fn()} />);
  const cleanUps = effects.map((effect) => effect());
  const [tts] = onTts.mock.calls[0] ?? [];
  if (tts === undefined) throw new Error('The demo was not rendered.');
  return { tts, unmount: () => cleanUps.forEach((cleanUp) => cleanUp?.()) };
}

class FakeSource {
  connect() {}
  start() {}
  stop = vi.fn();
}

/** An audio output without speakers. Collects what plays on it. */
function fakeAudioOutput() {
  const sources: FakeSource[] = [];
  const close = vi.fn();
  class FakeContext {
    sampleRate = speechRateHz;
    currentTime = 0;
    destination = null;
    close = close;
    resume() {
      return Promise.resolve();
    }
    createBuffer() {
      return { copyToChannel() {} };
    }
    createBufferSource() {
      const source = new FakeSource();
      sources.push(source);
      return source;
    }
  }
  vi.stubGlobal('AudioContext', FakeContext);
  // The demo's rate limit is a cookie.
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'http:' });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { sources, close };
}

const sound = wavFile(new Int16Array(speechRateHz));

test('a visit to another page pauses a finished sound, which can be played afterwards', async () => {
  await servePage((_, response) => response.writeHead(200, { 'content-type': 'audio/wav' }).end(sound));
  const { sources, close } = fakeAudioOutput();
  const { tts, unmount } = mount();
  await tts.convert('Salom', 'muxlisa');
  unmount();
  expect(sources.length).toBeGreaterThan(0);
  for (const source of sources) expect(source.stop).toHaveBeenCalledTimes(1);
  const playedPieces = sources.length;
  const { tts: laterTts } = mount();
  expect(laterTts.state).toEqual({ status: 'paused', sound: 'whole', text: 'Salom' });
  laterTts.play();
  expect(sources.length).toBeGreaterThan(playedPieces);
  expect(close).not.toHaveBeenCalled();
  laterTts.reset();
  expect(close).toHaveBeenCalledTimes(1);
  expect(mount().tts.state.sound).toBe('none');
});

test('a visit to another page ends a synthesis whose sound is still arriving', async () => {
  await servePage(
    (_, response) => void response.writeHead(200, { 'content-type': 'audio/wav' }).write(sound),
  );
  const { sources, close } = fakeAudioOutput();
  const { tts, unmount } = mount();
  const converted = tts.convert('Salom', 'muxlisa');
  await expect.poll(() => sources).not.toHaveLength(0);
  unmount();
  await converted;
  expect(close).toHaveBeenCalledTimes(1);
  expect(mount().tts.state).toEqual({ status: 'idle', sound: 'none', text: null });
});

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
