import { useEffect, useReducer, useRef } from 'react';
import { faultOfRecording, startRecording } from '@/components/demos/recognition/recorder';
import { beginSound } from '@/components/ui/sounding';
import { useRecording } from '@/components/demos/recognition/use-recording';
import { asRequestFailure, callApi } from '@/lib/api-client';
import { type FixedSentence, type SpokenSentence, longestSentenceS } from '@/lib/contracts/owner-voice';
import { type SittingFault, type Take, canRecord, nextToRead, sittingReducer } from './sitting';

/** Processing would alter the voice and hide the noise and the level that the page reports. */
const unprocessed = { isProcessed: false, bitsPerSecond: 128_000 };
/** The last chunk of a recorder may exceed the limit. */
const stopBeforeLimitS = 1;

/** A sitting at the microphone and what the owner can do in it. Unmounting ends what is under way, except saving. */
export function useSitting(sentences: readonly FixedSentence[], firstIndex: number, onSaved: () => void) {
  const [sitting, send] = useReducer(sittingReducer, { index: firstIndex, phase: { name: 'ready' } });
  const { index, phase } = sitting;
  const recording = useRecording({
    isOpen: phase.name === 'opening' || phase.name === 'recording',
    isRecording: phase.name === 'recording',
    limitS: longestSentenceS - stopBeforeLimitS,
    onLimit: () => void stop(),
    onBlocked: () => undefined,
    onCall: cancel,
  });
  const lastPlayer = useRef<HTMLAudioElement>(null);
  const sentence = sentences[index];
  useEffect(() => () => lastPlayer.current?.pause(), []);

  /** Runs `work` and sends its failure to the sitting, unless the work was given up. */
  async function tryWork(
    work: (signal: AbortSignal) => Promise<void>,
    faultOf: (error: unknown) => SittingFault,
  ) {
    const signal = recording.workSignal();
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) send({ type: 'failed', fault: faultOf(error) });
    }
  }

  async function record() {
    if (!canRecord(sitting) || !beginSound()) return;
    send({ type: 'open' });
    await tryWork(async (signal) => {
      const newRecording = await startRecording(() => void stop(), unprocessed);
      if (recording.accept(newRecording, signal)) send({ type: 'opened' });
    }, faultOfMicrophone);
  }

  async function stop() {
    const runningRecording = recording.release();
    if (runningRecording === null) return phase.name === 'opening' ? cancel() : undefined;
    const { file, name } = await runningRecording.finish();
    await check(file, name);
  }

  function cancel() {
    recording.giveUp();
    send({ type: 'cancel' });
  }

  async function check(file: Blob, name: string) {
    if (sentence === undefined) return;
    send({ type: 'recorded' });
    await tryWork(async (signal) => {
      const body = formOf(file, name);
      const take = {
        sentence,
        file,
        name,
        sound: await callApi('POST /api/admin/agent/voice/check', { body, signal }),
      };
      send({ type: 'checked', take });
      listen(take);
    }, asRequestFailure);
  }

  function listen({ sound: { audio } }: Take) {
    const player = new Audio(`data:audio/wav;base64,${audio}`);
    if (!beginSound(player)) return;
    lastPlayer.current = player;
    // A new recording pauses the player, which rejects the promise.
    player.play().catch(() => undefined);
  }

  async function save() {
    if (phase.name !== 'checked') return;
    const { file, name, sentence: readSentence } = phase.take;
    send({ type: 'save' });
    await tryWork(async () => {
      // Without the signal: the owner keeps this recording, also if the dialog is closed meanwhile.
      await callApi('POST /api/admin/agent/voice', { body: formOf(file, name, readSentence) });
      onSaved();
      moveTo(nextToRead(sentences, index));
    }, asRequestFailure);
  }

  function moveTo(to: number) {
    lastPlayer.current?.pause();
    send({ type: 'move', to });
  }

  return {
    index,
    sentence,
    phase,
    record: () => void record(),
    stop: () => void stop(),
    takeFile: (file: File) => void check(file, file.name),
    listen,
    save: () => void save(),
    skip: () => moveTo(nextToRead(sentences, index)),
    bars: recording.bars,
  };
}

function faultOfMicrophone(error: unknown): SittingFault {
  const fault = faultOfRecording(error);
  return fault === 'denied' || fault === 'cannot_record' ? fault : 'microphone';
}

function formOf(file: Blob, name: string, sentence?: SpokenSentence): FormData {
  const form = new FormData();
  if (sentence !== undefined) {
    form.set('language', sentence.language);
    form.set('text', sentence.text);
  }
  form.set('audio', file, name);
  return form;
}
