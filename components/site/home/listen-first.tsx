'use client';

import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { heroTowersId } from '@/components/call/opener';
import { useSiteFacts } from '@/components/ui/site-facts';
import { usePressToPlay } from '@/components/ui/use-press-to-play';
import type { SampleCaption } from '@/lib/contracts/sample';
import type { Language } from '@/lib/i18n/language';
import type { StringsOf } from '@/lib/i18n/strings';
import styles from './hero.module.css';

interface ListenFirstProps {
  strings: StringsOf<'hero_listen' | 'hero_listen_stop' | 'hero_listen_failed' | 'hero_listen_words'>;
  language: Language;
}

/** A sample conversation for visitors who want to listen first, if the server has one. It moves the hero's towers. */
export function ListenFirst({ strings, language }: ListenFirstProps) {
  const hasSample = useSiteFacts()?.samples.includes(language) ?? false;
  return hasSample && <Sample strings={strings} language={language} />;
}

function Sample({ strings, language }: ListenFirstProps) {
  const [state, setState] = useState<'idle' | 'playing' | 'failed'>('idle');
  const [caption, setCaption] = useState<SampleCaption>();
  const { audio, play, pause } = usePressToPlay(fail);
  const isPlaying = state === 'playing';

  function stop() {
    setCaption(undefined);
    setState((now) => (now === 'failed' ? now : 'idle'));
  }

  function fail() {
    setCaption(undefined);
    setState((now) => (now === 'playing' ? 'failed' : now));
  }

  async function showWithSound(element: HTMLAudioElement) {
    const { captionAt, loadCaptions, playOnTowers } = await import('./sample-towers');
    const captions = await loadCaptions(language).catch(() => []);
    const stage = document.getElementById(heroTowersId);
    if (element.paused || element.error !== null || stage === null) return;
    const now = () => captionAt(captions, element.currentTime);
    const endTowers = playOnTowers(element, stage, () => now()?.speaker ?? 'agent');
    const showCaption = () => setCaption(now());
    element.addEventListener('timeupdate', showCaption);
    const endShow = () => {
      element.removeEventListener('timeupdate', showCaption);
      endTowers();
    };
    // Native listeners, because React calls no handler after the page is left.
    for (const end of ['pause', 'error']) element.addEventListener(end, endShow, { once: true });
  }

  function press() {
    if (isPlaying) return pause();
    if (!play(`/api/sample/${language}/audio`)) return;
    setState('playing');
    if (audio.current) void showWithSound(audio.current).catch(() => undefined);
  }

  const Icon = isPlaying ? Square : Play;
  return (
    <div className={styles.listen}>
      <section
        // One element per caption: a caption that changed its size would move its words.
        key={caption?.fromS}
        aria-label={strings.hero_listen_words}
        className={styles.words}
        hidden={caption === undefined}
      >
        <p data-speaker={caption?.speaker}>{caption?.text}</p>
      </section>
      <p role="status" className={styles.words} hidden={state !== 'failed'}>
        {state === 'failed' ? strings.hero_listen_failed : null}
      </p>
      <button type="button" onClick={press} className={styles.listenButton}>
        <Icon aria-hidden className="size-5 fill-current" />
        {/* The button is as wide as its longer label. */}
        <span className="grid *:[grid-area:1/1]">
          <span className={isPlaying ? 'invisible' : undefined}>{strings.hero_listen}</span>
          <span className={isPlaying ? undefined : 'invisible'}>{strings.hero_listen_stop}</span>
        </span>
      </button>
      <audio ref={audio} preload="none" onPause={stop} onError={fail} />
    </div>
  );
}
