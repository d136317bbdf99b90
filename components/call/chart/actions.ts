import { assign } from 'xstate';
import type { Breakdown, MicrophoneFault, TokenAnswer } from './events';
import { applyEvent, noFacts, withFirstWord, withStep } from './facts';
import type { Media, RunningRecording } from './ports';
import { isRetryable, requireValue, noEvidence, times } from './rules';
import { type Release, effectsSetup } from './setup';

/** The chart's actions on its context. They have no effect outside it. */
export const callSetup = effectsSetup.extend({
  actions: {
    saveRequest: assign(({ context, event }) => {
      if (event.type !== 'start' && event.type !== 'resume') return {};
      const { request } = event;
      const isSame =
        context.request?.phone === request.phone && context.request.language === request.language;
      return {
        request,
        previous: event.type === 'resume' ? event.previous : null,
        needsNewGrant: false,
        stealsTabLock: false,
        reservedRoom: isSame ? context.reservedRoom : null,
      };
    }),
    tryAgain: assign({ needsNewGrant: true, stealsTabLock: false }),
    tryAgainInThisTab: assign({ needsNewGrant: true, stealsTabLock: true }),
    typeInstead: assign(({ context: { request, call } }) => ({
      request: request && { ...request, isTyping: true },
      call: { ...call, isTyping: true },
    })),
    beginCall: assign(({ context: { callId, request, ports } }) => ({
      callId: callId + 1,
      call: { ...noFacts, isTyping: request?.isTyping === true, beganAtMs: ports.clock.now() },
      failure: null,
      microphoneFault: null,
      outcome: undefined,
      cooldownEndsMs: null,
    })),
    fail: assign((_, { kind }: { kind: Breakdown['kind'] }) => ({ failure: { kind } })),
    failToEnter: assign(({ context }) => ({
      failure: { kind: context.previous ? ('lost' as const) : ('connection' as const) },
    })),
    failByRefusal: assign(({ context: { call, previous } }) => {
      const refusal = requireValue(call.refusal);
      return { failure: previous || refusal.kind === 'cooldown' ? { kind: 'lost' as const } : refusal };
    }),
    failMicrophone: assign((_, { fault }: { fault: MicrophoneFault }) => ({ microphoneFault: fault })),
    showLastCall: assign(({ event }) => {
      if (event.type !== 'showLastCall') return {};
      const { room, outcome, isTyping = false, isEndedByOffice = false } = event;
      const closedBy = isEndedByOffice ? ('operator' as const) : noFacts.closedBy;
      return { outcome, call: { ...noFacts, room, isTyping, closedBy } };
    }),
    beginCooldown: assign(({ context: { ports, call } }) => ({
      cooldownEndsMs:
        call.refusal?.kind === 'cooldown' ? call.refusal.untilMs : ports.clock.now() + times.cooldown,
    })),
    readCooldown: assign(({ context }) => ({ cooldownEndsMs: context.ports.tab.readCooldown() })),
    endCooldown: assign({ cooldownEndsMs: null }),
    reserveRoom: assign(({ context }) => ({
      reservedRoom: context.reservedRoom ?? context.ports.tokens.newRoomName(),
    })),
    reserveAnotherRoom: assign(({ context }) => ({ reservedRoom: context.ports.tokens.newRoomName() })),
    saveTabLock: assign(({ context }, { release }: { release: Release }) => ({
      isMicrophoneGranted: context.ports.media.isMicrophoneGranted(),
      resources: { releaseTabLock: release ?? undefined },
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
      call: { ...call, grant: requireValue(previous).grant, refusal: null },
    })),
    beginEvidence: assign(({ context: { call, ports } }) => {
      const voice = call.isTyping ? ('none' as const) : ('unknown' as const);
      return {
        call: withStep({ ...call, evidence: { ...noEvidence, voice } }, 'token', ports.clock.now()),
      };
    }),
    saveEntry: assign(({ context: { ports, call, previous } }) => {
      const nowMs = ports.clock.now();
      const entered = {
        ...call,
        room: requireValue(call.grant).roomName,
        startedAtMs: previous?.startedAtMs ?? nowMs,
      };
      return { reservedRoom: null, call: withFirstWord(withStep(entered, 'connect', nowMs), nowMs) };
    }),
    resetFailedRejoins: assign(({ context: { call } }) => ({ call: { ...call, failedRejoins: 0 } })),
    countFailedRejoin: assign(({ context: { call } }) => ({
      call: { ...call, failedRejoins: call.failedRejoins + 1 },
    })),
    saveRecording: assign(
      ({ context: { resources, call } }, { recording }: { recording: RunningRecording }) => ({
        resources: { ...resources, recording },
        call: { ...call, wasRecorded: true },
      }),
    ),
    applyEvent: assign(({ context: { call, ports }, event }) => ({
      call: applyEvent(call, event, ports.clock.now()),
    })),
    /** A conversation starts the cooldown. */
    saveClosing: assign(({ context: { call, outcome, ports }, event }) =>
      event.type === 'room.closed'
        ? {
            call: { ...call, closedBy: event.by },
            cooldownEndsMs: outcome === undefined ? ports.clock.now() + times.cooldown : null,
          }
        : {},
    ),
  },
});
