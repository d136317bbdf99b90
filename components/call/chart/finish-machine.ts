import { fromPromise, sendParent, setup } from 'xstate';
import type { CallSummary, Resources } from './ports';
import { times } from './rules';

interface FinishInput {
  callId: number;
  resources: Resources;
  summary: CallSummary;
  /** Called after the room is left. */
  hangUp?: (() => void) | undefined;
}

type FinishStep = (input: FinishInput) => Promise<void>;
const step = (run: FinishStep) => fromPromise<void, FinishInput>(({ input }) => run(input));

/** Closes one call: stop recording, free the microphone, send, leave. A new call may run meanwhile. */
export const finishMachine = setup({
  types: { context: {} as FinishInput, input: {} as FinishInput },
  actors: {
    stop: step(async ({ resources: { releaseTabLock, recording, media } }) => {
      // First: another call may begin while this one's recording is sent.
      releaseTabLock?.();
      await recording?.stop();
      media?.stopMicrophone();
      media?.room?.stopVoices();
    }),
    upload: step(async ({ resources: { recording }, summary }) => recording?.deliver(summary)),
    leave: step(async ({ resources: { media }, hangUp }) => {
      await media?.room?.leave().catch(() => undefined);
      hangUp?.();
      await media?.close();
    }),
  },
  actions: {
    reportFinished: sendParent(({ context }) => ({ type: 'finished', callId: context.callId })),
  },
  delays: { uploadBeforeLeaving: times.uploadBeforeLeaving },
}).createMachine({
  id: 'finish',
  context: ({ input }) => input,
  initial: 'stopping',
  states: {
    stopping: {
      invoke: { src: 'stop', input: ({ context }) => context, onDone: 'uploading', onError: 'leaving' },
    },
    uploading: {
      invoke: { src: 'upload', input: ({ context }) => context, onDone: 'leaving', onError: 'leaving' },
      // The upload continues in the background.
      after: { uploadBeforeLeaving: 'leaving' },
    },
    leaving: { invoke: { src: 'leave', input: ({ context }) => context, onDone: 'left', onError: 'left' } },
    left: { type: 'final', entry: 'reportFinished' },
  },
});
