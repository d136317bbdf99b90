import { type DoneActorEvent, enqueueActions, fromCallback, fromPromise, not, setup, stateIn } from 'xstate';
import type {
  Breakdown,
  ChartEvent,
  StartRequest,
  CallFailure,
  Grant,
  MicrophoneFault,
  Outcome,
  PreviousCall,
  TokenAnswer,
} from './events';
import { type CallFacts, applyEvent, isTypingMessageDue } from './facts';
import { finishCall } from './finish';
import type { Media, Ports, RecordedCall, RunningRecording, Resources } from './ports';
import { isRetryable, isRoomGone, requireValue, outcomeOf, times } from './rules';

/** Releases the tab lock; null if another tab has it. */
export type Release = (() => void) | null;

/** Leaving the state that invokes an actor aborts its `signal`. An actor that ignores it runs on, and its result is dropped. */
const actors = {
  lockTab: fromPromise<Release, { ports: Ports; mustSteal: boolean; onStolen: () => void }>(
    async ({ input: { ports, mustSteal, onStolen }, signal }) => {
      const release = await ports.tab.lockCall({ mustSteal, onStolen });
      if (signal.aborted) release?.();
      return release;
    },
  ),
  openMedia: fromPromise<Media, { ports: Ports; isTyping: boolean }>(
    ({ input: { ports, isTyping }, signal }) => ports.media.open({ isTyping, signal }),
  ),
  requestToken: fromPromise<
    TokenAnswer,
    { ports: Ports; request: StartRequest; room: string; isRoomReleased?: () => boolean }
  >(async ({ input: { ports, request, room, isRoomReleased } }) => {
    const answer = await ports.tokens.request(request, room);
    // The room was given up while its token was on the way.
    if (answer.ok && isRoomReleased?.() === true) ports.tokens.hangUp(answer.grant);
    return answer;
  }),
  enterRoom: fromPromise<void, { media: Media; grant: Grant; isMuted: boolean }>(
    async ({ input: { media, grant, isMuted } }) => {
      const room = requireValue(media.room);
      // The entry must not wait for the muting: `leave` aborts only an entry that has begun.
      await Promise.all([isMuted ? room.setMuted(true) : undefined, room.enter(grant)]);
    },
  ),
  publishMicrophone: fromPromise<void, Media>(async ({ input: { room } }) =>
    requireValue(room).publishMicrophone(),
  ),
  enterAgain: fromPromise<void, { media: Media; grant: Grant }>(
    async ({ input: { media, grant }, signal }) => {
      const room = requireValue(media.room);
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
};

export interface Context {
  ports: Ports;
  callId: number;
  request: StartRequest | null;
  /** The call that a reload interrupted and that this one resumes. Null once this one is over. */
  previous: PreviousCall | null;
  /** The grant of `previous` may have expired, so request another one. */
  needsNewGrant: boolean;
  /** This call ends the one in another tab. */
  stealsTabLock: boolean;
  /** A room that was requested but not entered. The next call for the same number and language requests it again. */
  reservedRoom: string | null;
  /** The browser grants the microphone without asking. */
  isMicrophoneGranted: boolean;
  failure: CallFailure | null;
  microphoneFault: MicrophoneFault | null;
  outcome: Outcome | undefined;
  /** When the cooldown ends, milliseconds since 1970; null without a cooldown. */
  cooldownEndsMs: number | null;
  resources: Resources;
  call: CallFacts;
}

/** True if the call was no conversation, no cooldown runs, and the office did not end it. */
function mayCallAgain({ outcome, cooldownEndsMs, call }: Context): boolean {
  return outcome !== undefined && cooldownEndsMs === null && call.closedBy !== 'operator';
}

const base = setup({
  types: {
    context: {} as Context,
    events: {} as ChartEvent,
    input: {} as Ports,
    tags: {} as 'inRoom' | 'guardPage' | 'blockSounds',
  },
  actors,
  delays: {
    promptOverlooked: times.promptOverlooked,
    recordingStart: times.recordingStart,
    agentDue: times.agentDue,
    agentGrace: times.agentGrace,
    rejoinEnds: 2 * times.returnWait,
    rejoinWait: ({ context }) => times.rejoin[context.call.failedRejoins] ?? 0,
    offerEnds: ({ context: { previous, ports } }) =>
      Math.max(0, requireValue(previous).lastSeenMs + times.returnWait - ports.clock.now()),
    cooldownEnds: ({ context: { cooldownEndsMs, ports } }) =>
      Math.max(0, (cooldownEndsMs ?? 0) - ports.clock.now()),
  },
  guards: {
    isCoolingDown: ({ context }) => context.ports.tab.readCooldown() !== null,
    mustWait: ({ context }) => context.cooldownEndsMs !== null,
    isUnsupported: ({ context }) => !context.ports.media.isSupported(),
    isResumeOffered: ({ event }) => event.type === 'resume' && event.isOffered,
    isTyping: ({ context }) => context.request?.isTyping === true,
    hasNoRequest: ({ context }) => context.request === null,
    isLockTaken: (_, { release }: { release: Release }) => release === null,
    isOnline: stateIn('#online'),
    isOffline: not(stateIn('#online')),
    isMicrophoneReady: stateIn({ underWay: { preparing: { microphone: 'ready' } } }),
    canReusePreviousGrant: ({ context }) => context.previous !== null && !context.needsNewGrant,
    mayRequestTokenEarly: ({ context }) => context.request?.isTyping === true || context.isMicrophoneGranted,
    hasRoomGrant: ({ context }) => context.call.grant !== null,
    isCooldownRefusal: ({ context }) => context.call.refusal?.kind === 'cooldown',
    isTokenGranted: (_, { answer }: { answer: TokenAnswer }) => answer.ok,
    isServerDown: (_, { answer }: { answer: TokenAnswer }) => !answer.ok && isRetryable(answer.refusal),
    /** Only once: the saved refusal prevents a second change of room. */
    isReservedRoomGone: ({ context: { previous, call } }, { answer }: { answer: TokenAnswer }) =>
      previous === null && call.refusal === null && !answer.ok && isRoomGone(answer.refusal),
    isServerDownOnResume: ({ context: { previous } }, { answer }: { answer: TokenAnswer }) =>
      previous !== null && !answer.ok && isRetryable(answer.refusal),
    hasRejoinTriesLeft: ({ context }) => context.call.failedRejoins < times.rejoin.length - 1,
    hadAgent: ({ context }) => context.call.hasAgentCome,
    failedWith: ({ context }, { kind }: { kind: CallFailure['kind'] }) => context.failure?.kind === kind,
    isThisCall: ({ context, event }) => event.type === 'finished' && event.callId === context.callId,
    wasRecorded: ({ context }) => context.call.wasRecorded,
    mayCallAgain: ({ context }) => mayCallAgain(context),
    mayTypeInstead: ({ context }) =>
      mayCallAgain(context) && context.outcome === 'unheard' && !context.call.isTyping,
    isTypingMessageDue: ({ context: { call, ports }, event }) => {
      const nowMs = ports.clock.now();
      return isTypingMessageDue(call, applyEvent(call, event, nowMs), nowMs);
    },
  },
});

/** A visitor whose microphone is interrupted cannot speak, so the agent treats that as typing. */
const publishTyping = (call: CallFacts, { media }: Resources) =>
  media?.room?.publishTyping(call.answerField.isOpen || call.isInterrupted);

/** The chart's guards, delays, actors and effects, by name. `actions.ts` adds the actions that only change the context. */
export const effectsSetup = base.extend({
  actions: {
    abandonPrevious: enqueueActions(({ context: { previous, call, ports }, enqueue }) => {
      if (!previous) return;
      // A new recording contains the stored seconds of the interrupted call.
      if (!call.wasRecorded) enqueue(() => ports.tab.abandon(previous));
      enqueue.assign({ previous: null });
    }),
    abandonResumed: ({ context: { ports }, event }) =>
      event.type === 'resume' && ports.tab.abandon(event.previous),
    openRoom: ({ context: { resources, callId }, self }) =>
      // The room of an earlier call still emits while its recording is sent.
      requireValue(resources.media).openRoom((event) => {
        const snapshot: { context: Context } = self.getSnapshot();
        if (snapshot.context.callId === callId) self.send(event);
      }),
    publishTyping: enqueueActions(({ context: { call, resources, ports }, enqueue }) => {
      enqueue(() => publishTyping(call, resources));
      enqueue.assign({
        call: { ...call, answerField: { ...call.answerField, publishedMs: ports.clock.now() } },
      });
    }),
    /** The agent may have missed a typing message while the connection was lost. */
    republishTyping: ({ context: { call, resources } }) => {
      if (call.answerField.publishedMs !== -Infinity) publishTyping(call, resources);
    },
    resetSilence: ({ context }) => context.resources.media?.resetSilence(),
    setMuted: ({ context, event }) =>
      event.type === 'setMuted' && void context.resources.media?.room?.setMuted(event.isMuted),
    reopenMicrophone: ({ context: { resources, call } }) =>
      call.isMuted ? void resources.media?.room?.setMuted(false) : resources.media?.room?.reopenMicrophone(),
    saveMuted: ({ context: { call, resources } }) => resources.recording?.saveMuted(call.isMuted),
    saveCurrentCall: ({ context: { ports, call } }) =>
      ports.tab.saveCurrentCall(requireValue(call.grant).roomName),
    saveCooldown: ({ context: { cooldownEndsMs, ports } }) => {
      if (cooldownEndsMs !== null) ports.tab.startCooldown(cooldownEndsMs);
    },
    reportUnrecorded: (_, { error }: { error: unknown }) =>
      console.error('This browser does not record:', error),
    showForm: ({ context }) => context.ports.tab.showForm(),
    reloadForNewTerms: ({ context }) => context.ports.tab.reloadForNewTerms(requireValue(context.request)),
    /** Decides the outcome, and passes the resources to `finishCall`, which closes them. Only `ending` waits for that. */
    handOver: enqueueActions(({ context, event, enqueue, self }) => {
      const { callId, resources, previous } = context;
      const isResumed = previous !== null;
      const closedBy = event.type === 'room.closed' ? event.by : context.call.closedBy;
      const call: CallFacts = { ...context.call, closedBy };
      const outcome = outcomeOf({ ...call, isResumed });
      const steps = call.grant?.spanId === undefined ? [] : call.steps;
      const summary = { outcome, steps, isEndedByOffice: closedBy === 'operator' };
      const { grant } = call;
      // An agent that never met the visitor does not notice that they leave.
      const isEnded = event.type === 'end' || event.type === 'tabLock.stolen';
      const endedBeforeFirstWord =
        isEnded && !isResumed && !call.steps.some(({ name }) => name === 'first_word');
      const hangUp = endedBeforeFirstWord && grant ? () => context.ports.tokens.hangUp(grant) : undefined;
      enqueue(() => {
        const finishing = finishCall({ ...resources, clock: context.ports.clock, summary, hangUp });
        void finishing.finally(() => self.send({ type: 'finished', callId }));
      });
      enqueue.assign({
        resources: {},
        call,
        outcome,
        ...(endedBeforeFirstWord && { reservedRoom: null }),
      });
    }),
  },
});

/** The parameters of guards and actions that judge the server's answer. */
export const answerOf = ({ event }: { event: DoneActorEvent<TokenAnswer> }) => ({ answer: event.output });

export const failWith = (kind: Breakdown['kind']) => ({ type: 'fail', params: { kind } }) as const;
