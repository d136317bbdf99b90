import { type RefObject, useEffect, useRef } from 'react';
import { beginSound, guardPlay } from './sounding';

interface PressToPlay {
  /** For the audio element. */
  audio: RefObject<HTMLAudioElement | null>;
  /** Plays `source`; without it resumes the last sound. Returns false if a call or a recording forbids it. */
  play: (source?: string) => boolean;
  pause: () => void;
}

/** Plays one audio element as the only sound of the page, until the component is gone. */
export function usePressToPlay(onFailed: () => void): PressToPlay {
  const audio = useRef<HTMLAudioElement>(null);

  useEffect(() => {
    const element = audio.current;
    if (element === null) return;
    const guard = new AbortController();
    guardPlay(element, guard.signal);
    return () => {
      guard.abort();
      element.pause();
    };
  }, []);

  return {
    audio,
    play(source) {
      const element = audio.current;
      if (element === null || !beginSound(element)) return false;
      if (source !== undefined) element.src = source;
      // A failed element never plays again without a new load.
      else if (element.error !== null) element.load();
      element.play().catch((error: unknown) => {
        // A pause or another sound came before this one began.
        if (!(error instanceof DOMException && error.name === 'AbortError')) onFailed();
      });
      return true;
    },
    pause: () => audio.current?.pause(),
  };
}
