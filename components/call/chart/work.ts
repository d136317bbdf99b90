import { fromCallback, fromPromise } from 'xstate';
import type { ChartEvent, StartRequest, Grant, TokenAnswer } from './events';
import { finishMachine } from './finish-machine';
import type { Media, Ports, RecordedCall, RunningRecording } from './ports';
import { known } from './rules';

export type Release = (() => void) | null;

/** The chart's requests. Leaving the state that invokes one aborts it. */
export const work = {
  claimTab: fromPromise<Release, { ports: Ports; steal: boolean; onStolen: () => void }>(
    async ({ input: { ports, steal, onStolen }, signal }) => {
      const release = await ports.tabLock.acquire({ steal, onStolen });
      if (signal.aborted) release?.();
      return release;
    },
  ),
  openMedia: fromPromise<Media, { ports: Ports; typing: boolean }>(({ input: { ports, typing }, signal }) =>
    ports.media.open({ typing, signal }),
  ),
  requestToken: fromPromise<TokenAnswer, { ports: Ports; request: StartRequest; room: string }>(
    ({ input: { ports, request, room } }) => ports.tokens.request(request, room),
  ),
  enterRoom: fromPromise<void, { media: Media; grant: Grant; muted: boolean }>(
    async ({ input: { media, grant, muted } }) => {
      const room = known(media.room);
      if (muted) await room.setMuted(true);
      await room.enter(grant);
    },
  ),
  publishMicrophone: fromPromise<void, Media>(async ({ input: { room } }) => known(room).publishMicrophone()),
  enterAgain: fromPromise<void, { media: Media; grant: Grant }>(
    async ({ input: { media, grant }, signal }) => {
      const room = known(media.room);
      await room.enter(grant);
      if (!signal.aborted) await room.publishMicrophone();
    },
  ),
  startRecording: fromPromise<RunningRecording, { media: Media; call: RecordedCall }>(
    async ({ input: { media, call } }) => media.record(call),
  ),
  measureVoices: fromCallback<ChartEvent, { media: Media; expectsSpeech: () => boolean }>(
    ({ input: { media, expectsSpeech }, sendBack }) => media.measure(expectsSpeech, sendBack),
  ),
  finishCall: finishMachine,
};
