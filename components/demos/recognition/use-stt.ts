'use client';

import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { blockSounds, soundBegins } from '@/components/ui/sounding';
import { maxRecordingBytes, maxRecordingS } from '@/lib/contracts/limits';
import { createStore } from '@/components/ui/store';
import { startRateLimit } from '../rate-limit';
import { type SttFault, type SttState, isBusy, sttIdle, sttReducer } from './stt-machine';
import type { SttRecording } from './recorder';

/** Loads when the visitor comes near the demo (demo.tsx), and again if that failed. */
export const loadTranscribe = () => import('./transcribe');

async function transcribeOrNull() {
  try {
    return await loadTranscribe();
  } catch (error) {
    console.error(error);
    return null;
  }
}

interface SttNotices {
  /** Another sound was requested while it records. */
  onHeld: () => void;
  onFailed: (fault: SttFault) => void;
  onDenied: () => void;
}

/** The last text outlives a visit to another page and a change of language, in memory only. */
const lastText = createStore<string | null>(null);

function initialState(): SttState {
  const text = lastText.get();
  return text === null ? sttIdle : { status: 'complete', text };
}

/** The speech-to-text demo: its state, and what the visitor can do. Unmounting ends work in progress. */
export function useStt({ onFailed, onDenied, onHeld }: SttNotices) {
  const [state, send] = useReducer(sttReducer, null, initialState);
  const recording = useRef<SttRecording | null>(null);
  const work = useRef(new AbortController());

  useEffect(() => {
    work.current = new AbortController();
    return () => {
      work.current.abort();
      recording.current?.discard();
      recording.current = null;
    };
  }, []);

  const records = state.status === 'connecting' || state.status === 'listening';
  const showHold = useEffectEvent(onHeld);
  const cancelForCall = useEffectEvent(cancel);
  useEffect(() => (records ? blockSounds(showHold, cancelForCall) : undefined), [records]);

  const stopAtLimit = useEffectEvent(stop);
  useEffect(() => {
    if (state.status !== 'listening') return;
    const timer = setTimeout(() => void stopAtLimit(), maxRecordingS * 1000);
    return () => clearTimeout(timer);
  }, [state.status]);

  function fail(fault: SttFault, untilMs?: number) {
    send({ type: 'failed', fault, untilMs });
    onFailed(fault);
  }

  async function hear(file: Blob, name: string) {
    const { signal } = work.current;
    const loaded = await transcribeOrNull();
    if (signal.aborted) return;
    if (loaded === null) return fail('offline');
    try {
      const text = await loaded.transcribe(file, name, signal);
      lastText.set(text);
      send({ type: 'transcribed', text });
      if (text !== '') startRateLimit('stt');
    } catch (error) {
      if (signal.aborted) return;
      const { fault, untilMs } = loaded.failureOf(error);
      fail(fault, untilMs);
    }
  }

  async function start() {
    if (isBusy(state) || !soundBegins()) return;
    const { signal } = work.current;
    send({ type: 'start' });
    const loaded = await transcribeOrNull();
    if (signal.aborted) return;
    if (loaded === null) return fail('offline');
    try {
      const opened = await loaded.startRecording(() => void stop());
      if (signal.aborted) return opened.discard();
      recording.current = opened;
      send({ type: 'microphone_opened', atMs: opened.startedAtMs });
    } catch (error) {
      if (signal.aborted) return;
      const fault = loaded.faultOfRecording(error);
      if (fault !== 'denied') return fail(fault);
      send({ type: 'microphone_denied' });
      onDenied();
    }
  }

  /** Cancels: a call begins, or the visitor overlooked the permission prompt. */
  function cancel() {
    work.current.abort();
    work.current = new AbortController();
    recording.current?.discard();
    recording.current = null;
    send({ type: 'cancel' });
  }

  async function stop() {
    if (state.status === 'connecting') return cancel();
    const running = recording.current;
    if (running === null) return;
    recording.current = null;
    send({ type: 'stop' });
    const { file, name } = await running.finish();
    await hear(file, name);
  }

  async function takeFile(file: File) {
    if (isBusy(state)) return;
    send({ type: 'file' });
    if (file.size > maxRecordingBytes) return fail('too_long');
    await hear(file, file.name);
  }

  return { state, start, stop, takeFile, bars: () => recording.current?.bars() ?? [] };
}
