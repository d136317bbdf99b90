import { useEffect, useEffectEvent, useRef } from 'react';
import { blockSounds } from '@/components/ui/sounding';
import type { SttRecording } from './recorder';

interface RecordingInput {
  /** The microphone is being opened or records: no other sound plays. */
  isOpen: boolean;
  isRecording: boolean;
  limitS: number;
  onLimit: () => void;
  /** Another sound was requested while `isOpen`. */
  onBlocked: () => void;
  /** A call begins. */
  onCall: () => void;
}

/** Runs one recording at a time, and the work on it. Unmounting aborts both. */
export function useRecording({ isOpen, isRecording, limitS, ...handlers }: RecordingInput) {
  const recording = useRef<SttRecording | null>(null);
  const work = useRef(new AbortController());

  useEffect(() => {
    work.current = new AbortController();
    return () => {
      work.current.abort();
      release()?.discard();
    };
  }, []);

  const showBlocked = useEffectEvent(handlers.onBlocked);
  const cancelForCall = useEffectEvent(handlers.onCall);
  useEffect(() => (isOpen ? blockSounds(showBlocked, cancelForCall) : undefined), [isOpen]);

  const stopAtLimit = useEffectEvent(handlers.onLimit);
  useEffect(() => {
    if (!isRecording) return;
    const timer = setTimeout(stopAtLimit, limitS * 1000);
    return () => clearTimeout(timer);
  }, [isRecording, limitS]);

  /** Stores an opened recording. Discards it and returns false if the request was aborted meanwhile. */
  function accept(newRecording: SttRecording, { aborted }: AbortSignal): boolean {
    if (aborted) newRecording.discard();
    else recording.current = newRecording;
    return !aborted;
  }

  /** Returns the recording, which the caller then owns. */
  function release(): SttRecording | null {
    const current = recording.current;
    recording.current = null;
    return current;
  }

  function giveUp() {
    work.current.abort();
    work.current = new AbortController();
    release()?.discard();
  }

  return {
    /** Aborts when the present work is given up. */
    workSignal: () => work.current.signal,
    accept,
    release,
    giveUp,
    bars: () => recording.current?.bars() ?? [],
  };
}
