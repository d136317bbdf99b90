import { assign, enqueueActions, stopChild } from 'xstate';
import type { Breakdown, MicrophoneFault, TokenAnswer } from './events';
import {
  type CallFacts,
  applyField,
  applyMicrophoneEvent,
  applyRoomEvent,
  noFacts,
  withFirstWord,
  withStep,
} from './facts';
import type { Media, RunningRecording } from './ports';
import { isRetryable, known, noEvidence, outcomeOf, times } from './rules';
import { type Context, type Release, base } from './setup';

/** Actions before the room: the request, its refusals, and the tab's memory. */
const withRequestActions = base.extend({
  actions: {
    saveRequest: assign(({ context, event }) => {
      if (event.type !== 'start' && event.type !== 'resume') return {};
      const { request } = event;
      const isSame =
        context.request?.phone === request.phone && context.request.language === request.language;
      return {
        request,
        previous: event.type === 'resume' ? event.previous : null,
        offered: event.type === 'resume' && event.offered,
        renewGrant: false,
        takeOver: false,
        reservedRoom: isSame ? context.reservedRoom : null,
      };
    }),
    tryAgain: assign({ renewGrant: true, offered: false, takeOver: false }),
    takeOverTab: assign({ takeOver: true, renewGrant: true, offered: false }),
    typeInstead: assign(({ context: { request, call } }) => ({
      request: { ...known(request), typing: true },
      call: { ...call, typing: true },
    })),
    /** The next call starts with no facts of the last one. */
    forgetLastCall: assign(({ context: { request, ports } }) => ({
      call: { ...noFacts, typing: request?.typing === true, beganAtMs: ports.clock.now() },
      failure: null,
      microphoneFault: null,
      outcome: undefined,
      nextCallMs: null,
    })),
    beginCall: assign(({ context }) => ({
      callId: context.callId + 1,
      resources: {},
      resumed: context.previous !== null,
    })),
    abandonPrevious: enqueueActions(({ context: { previous, ports }, enqueue }) => {
      if (!previous) return;
      enqueue(() => ports.tab.abandon(previous));
      enqueue.assign({ previous: null });
    }),
    abandonResumed: ({ context: { ports }, event }) =>
      event.type === 'resume' && ports.tab.abandon(event.previous),
    fail: assign((_, { kind }: { kind: Breakdown['kind'] }) => ({ failure: { kind } })),
    failToEnter: assign(({ context }) => ({
      failure: { kind: context.resumed ? ('lost' as const) : ('connection' as const) },
    })),
    failByRefusal: assign(({ context: { call, previous } }) => {
      const refusal = known(call.refusal);
      return { failure: previous || refusal.kind === 'cooldown' ? { kind: 'lost' as const } : refusal };
    }),
    failMicrophone: assign((_, { fault }: { fault: MicrophoneFault }) => ({ microphoneFault: fault })),
    showLastCall: assign(({ event }) => {
      if (event.type !== 'showLastCall') return {};
      const { room, outcome, typing = false } = event;
      return { outcome, call: { ...noFacts, room, typing } };
    }),
    beginCooldown: assign(({ context: { ports, call } }) => ({
      nextCallMs:
        call.refusal?.kind === 'cooldown' ? call.refusal.untilMs : ports.clock.now() + times.cooldown,
    })),
    saveCooldown: ({ context: { nextCallMs, ports } }) => {
      if (nextCallMs !== null) ports.tab.startCooldown(nextCallMs);
    },
    readCooldown: assign(({ context }) => ({ nextCallMs: context.ports.tab.readCooldown() })),
    endCooldown: assign({ nextCallMs: null }),
    reserveRoom: assign(({ context }) => ({
      reservedRoom: context.reservedRoom ?? context.ports.tokens.newRoomName(),
    })),
    reserveAnotherRoom: assign(({ context }) => ({ reservedRoom: context.ports.tokens.newRoomName() })),
    saveTab: assign(({ context }, { release }: { release: Release }) => ({
      isMicrophoneGranted: context.ports.media.isMicrophoneGranted(),
      resources: { releaseTab: release ?? undefined },
    })),
    saveMedia: assign(({ context }, { media }: { media: Media }) => ({
      resources: { ...context.resources, media },
    })),
    saveAnswer: assign(({ context: { call, reservedRoom } }, { answer }: { answer: TokenAnswer }) => {
      if (answer.ok) return { call: { ...call, grant: answer.grant, refusal: null } };
      const { refusal } = answer;
      return { call: { ...call, refusal }, reservedRoom: isRetryable(refusal) ? reservedRoom : null };
    }),
    usePreviousGrant: assign(({ context: { call, previous } }) => ({
      call: { ...call, grant: known(previous).grant, refusal: null },
    })),
    showForm: ({ context }) => context.ports.tab.showForm(),
    reloadForNewTerms: ({ context }) => context.ports.tab.reloadForNewTerms(known(context.request)),
  },
});

/** Actions in the room and at the end of a call. */
export const callSetup = withRequestActions.extend({
  actions: {
    openRoom: ({ context: { resources, callId }, self }) =>
      // The room of an earlier call still emits while its recording is sent.
      known(resources.media).openRoom((event) => {
        const now: { context: Context } = self.getSnapshot();
        if (now.context.callId === callId) self.send(event);
      }),
    beginEvidence: assign(({ context: { resources, call, ports } }) => {
      const voice = known(resources.media).hasMicrophone ? ('unknown' as const) : ('none' as const);
      return {
        call: withStep({ ...call, evidence: { ...noEvidence, voice } }, 'token', ports.clock.now()),
      };
    }),
    saveEntry: assign(({ context: { ports, call, previous } }) => {
      const nowMs = ports.clock.now();
      const entered = {
        ...call,
        room: known(call.grant).roomName,
        startedAtMs: previous?.startedAtMs ?? nowMs,
      };
      return { reservedRoom: null, call: withFirstWord(withStep(entered, 'connect', nowMs), nowMs) };
    }),
    saveCurrentCall: ({ context: { ports, call } }) => ports.tab.saveCurrentCall(known(call.grant).roomName),
    firstRejoinTry: assign(({ context: { call } }) => ({ call: { ...call, rejoinTry: 0 } })),
    nextRejoinTry: assign(({ context: { call } }) => ({
      call: { ...call, rejoinTry: call.rejoinTry + 1 },
    })),
    /** Resumes the interrupted call: its stored seconds are part of this recording. */
    saveRecording: assign(
      ({ context: { resources, call } }, { recording }: { recording: RunningRecording }) => ({
        previous: null,
        resources: { ...resources, recording },
        call: { ...call, wasRecorded: true },
      }),
    ),
    reportUnrecorded: (_, { error }: { error: unknown }) =>
      console.error('This browser does not record:', error),
    saveAgentCame: assign(({ context }) => ({ call: { ...context.call, agentCame: true } })),
    forgetTurn: assign(({ context }) => ({ call: { ...context.call, turn: null } })),
    applyRoomEvent: assign(({ context: { call, ports }, event }) => ({
      call: applyRoomEvent(call, event, ports.clock.now()),
    })),
    applyMicrophoneEvent: assign(({ context: { call }, event }) => ({
      call: applyMicrophoneEvent(call, event),
    })),
    resetSilence: ({ context }) => context.resources.media?.resetSilence(),
    saveMuted: ({ context: { call, resources } }) => resources.recording?.saveMuted(call.muted),
    setMuted: ({ context, event }) =>
      event.type === 'setMuted' && void context.resources.media?.room?.setMuted(event.muted),
    reopenMicrophone: ({ context: { resources, call } }) =>
      call.muted ? void resources.media?.room?.setMuted(false) : resources.media?.room?.reopenMicrophone(),
    applyField: assign(({ context: { call, ports }, event }) =>
      event.type === 'answerField' ? { call: applyField(call, event, ports.clock.now()) } : {},
    ),
    publishTyping: enqueueActions(({ context: { call, resources, ports }, enqueue }) => {
      const { answerField, interrupted } = call;
      enqueue(() => resources.media?.room?.publishTyping(answerField.open || interrupted));
      enqueue.assign({ call: { ...call, answerField: { ...answerField, publishedMs: ports.clock.now() } } });
    }),
    /** A conversation starts the cooldown. */
    closeRoom: assign(({ context: { call, outcome, ports }, event }) =>
      event.type === 'room.closed'
        ? {
            call: { ...call, closedBy: event.by },
            nextCallMs: outcome === undefined ? ports.clock.now() + times.cooldown : null,
          }
        : {},
    ),
    /** Decides the outcome once, and passes the resources to the chart that closes them. The visitor does not wait for that. */
    handOver: enqueueActions(({ context, event, enqueue }) => {
      const { callId, resources, resumed } = context;
      const closedBy = event.type === 'room.closed' ? event.by : context.call.closedBy;
      const call: CallFacts = { ...context.call, closedBy };
      const outcome = outcomeOf({ ...call, resumed });
      const steps = call.grant?.spanId === undefined ? [] : call.steps;
      const summary = { outcome, steps };
      enqueue.spawnChild('finishCall', { id: `finish-${callId}`, input: { callId, resources, summary } });
      enqueue.assign({ resources: {}, call, outcome });
    }),
    /** A finished call frees its streams and its memory. */
    stopFinished: stopChild(({ event }) => (event.type === 'finished' ? `finish-${event.callId}` : '')),
  },
});
