import { fromPromise, sendParent, setup } from 'xstate';
import type { CallSummary, Resources } from './ports';
import { times } from './rules';

interface FinishInput {
  callId: number;
  resources: Resources;
  summary: CallSummary;
  /** Frees the call's place on the server after the room is left. Set only if the visitor ended before the agent's first word. */
  hangUp?: (() => void) | undefined;
}

type FinishTask = (input: FinishInput) => Promise<void>;
const task = (run: FinishTask) => fromPromise<void, FinishInput>(({ input }) => run(input));

/** Stops the recording and the microphone, uploads the recording, and leaves the room. A new call may run meanwhile. */
export const finishMachine = setup({
  types: { context: {} as FinishInput, input: {} as FinishInput },
  actors: {
    stop: task(async ({ resources: { releaseTabLock, recording, media } }) => {
      // First: another call may begin while this one's recording is uploaded.
      releaseTabLock?.();
      await recording?.stop();
      media?.stopMicrophone();
      media?.room?.stopVoices();
    }),
    upload: task(async ({ resources: { recording }, summary }) => recording?.deliver(summary)),
    leave: task(async ({ resources: { media }, hangUp }) => {
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
