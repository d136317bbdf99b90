'use client';

import { useReducer } from 'react';
import { beginSound } from '@/components/ui/sounding';
import { maxRecordingBytes, maxRecordingS } from '@/lib/contracts/limits';
import { createStore } from '@/components/ui/store';
import { startRateLimit } from '../rate-limit';
import { type SttFault, type SttState, isBusy, sttIdle, sttReducer } from './stt-machine';
import { useRecording } from './use-recording';

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
  /** Another sound was requested while the microphone is open. */
  onBlocked: () => void;
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
export function useStt({ onFailed, onDenied, onBlocked }: SttNotices) {
  const [state, send] = useReducer(sttReducer, null, initialState);
  const recording = useRecording({
    isOpen: state.status === 'connecting' || state.status === 'listening',
    isRecording: state.status === 'listening',
    limitS: maxRecordingS,
    onLimit: () => void stop(),
    onBlocked,
    onCall: cancel,
  });

  function fail(fault: SttFault, untilMs?: number) {
    send({ type: 'failed', fault, untilMs });
    onFailed(fault);
  }

  async function transcribeFile(file: Blob, name: string) {
    const signal = recording.workSignal();
    const transcribeModule = await transcribeOrNull();
    if (signal.aborted) return;
    if (transcribeModule === null) return fail('offline');
    try {
      const text = await transcribeModule.transcribe(file, name, signal);
      lastText.set(text);
      send({ type: 'transcribed', text });
      if (text !== '') startRateLimit('stt');
    } catch (error) {
      if (signal.aborted) return;
      const { fault, untilMs } = transcribeModule.reportSttFailure(error);
      fail(fault, untilMs);
    }
  }

  async function start() {
    if (isBusy(state) || !beginSound()) return;
    const signal = recording.workSignal();
    send({ type: 'start' });
    const transcribeModule = await transcribeOrNull();
    if (signal.aborted) return;
    if (transcribeModule === null) return fail('offline');
    try {
      const newRecording = await transcribeModule.startRecording(() => void stop());
      if (recording.accept(newRecording, signal))
        send({ type: 'microphone_opened', atMs: newRecording.startedAtMs });
    } catch (error) {
      if (signal.aborted) return;
      const fault = transcribeModule.faultOfRecording(error);
      if (fault !== 'denied') return fail(fault);
      send({ type: 'microphone_denied' });
      onDenied();
    }
  }

  /** Cancels: a call begins, or the visitor overlooked the permission prompt. */
  function cancel() {
    recording.giveUp();
    send({ type: 'cancel' });
  }

  async function stop() {
    if (state.status === 'connecting') return cancel();
    const runningRecording = recording.release();
    if (runningRecording === null) return;
    send({ type: 'stop' });
    const { file, name } = await runningRecording.finish();
    await transcribeFile(file, name);
  }

  async function takeFile(file: File) {
    if (isBusy(state)) return;
    send({ type: 'file' });
    if (file.size > maxRecordingBytes) return fail('too_long');
    await transcribeFile(file, file.name);
  }

  return { state, start, stop, takeFile, bars: recording.bars };
}
