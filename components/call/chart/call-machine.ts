import { type DoneActorEvent, type SnapshotFrom, and } from 'xstate';
import { callSetup } from './actions';
import { noFacts } from './facts';
import { live } from './live';
import type { Media } from './ports';
import { requireValue } from './rules';
import { type Context, answerOf, failWith } from './setup';

const mediaOf = ({ event }: { event: DoneActorEvent<Media> }) => ({ media: event.output });

/** Opens the microphone and requests the token: in parallel if the browser will not ask, otherwise the microphone first. */
const preparing = callSetup.createStateConfig({
  type: 'parallel',
  states: {
    // Listed first, so that it starts first: the server and the agent need longer than the microphone.
    token: {
      initial: 'notYet',
      states: {
        notYet: {
          always: [
            { guard: 'canReusePreviousGrant', target: 'answered', actions: 'usePreviousGrant' },
            { guard: 'mayRequestTokenEarly', target: 'requesting' },
            { guard: 'isMicrophoneReady', target: 'requesting' },
          ],
        },
        requesting: {
          entry: 'reserveRoom',
          invoke: {
            src: 'requestToken',
            input: ({ context: { ports, request, previous, reservedRoom }, self }) => ({
              ports,
              request: requireValue(request),
              room: previous?.room ?? requireValue(reservedRoom),
              isRoomReleased: () => {
                const snapshot: { context: Context } = self.getSnapshot();
                const { call, reservedRoom: currentReservation } = snapshot.context;
                // The next try may have entered the same room by now.
                return previous === null && currentReservation !== reservedRoom && call.room !== reservedRoom;
              },
            }),
            onDone: [
              // The stored grant may still be valid.
              {
                guard: { type: 'isServerDownOnResume', params: answerOf },
                target: 'answered',
                actions: 'usePreviousGrant',
              },
              {
                // The agent has closed the reserved room after waiting in vain: request another room, once.
                guard: { type: 'isReservedRoomGone', params: answerOf },
                target: 'requesting',
                reenter: true,
                actions: [{ type: 'saveAnswer', params: answerOf }, 'reserveAnotherRoom'],
              },
              { target: 'answered', actions: { type: 'saveAnswer', params: answerOf } },
            ],
          },
        },
        answered: { type: 'final' },
      },
    },
    microphone: {
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: 'isTyping', target: 'without' }, { target: 'asking' }] },
        asking: {
          initial: 'fresh',
          states: {
            fresh: { after: { promptOverlooked: 'overlooked' } },
            // A microphone that is granted later is released, because leaving the state aborts the signal.
            overlooked: {
              on: {
                typeInstead: {
                  target: '#call.underWay.preparing.microphone.without',
                  actions: 'typeInstead',
                },
              },
            },
          },
          invoke: {
            src: 'openMedia',
            input: ({ context: { ports } }) => ({ ports, isTyping: false }),
            onDone: { target: 'ready', actions: { type: 'saveMedia', params: mediaOf } },
            onError: {
              target: '#call.off.microphoneFailed',
              actions: {
                type: 'failMicrophone',
                params: ({ context, event }) => ({ fault: context.ports.media.faultOf(event.error) }),
              },
            },
          },
        },
        without: {
          invoke: {
            src: 'openMedia',
            input: ({ context: { ports } }) => ({ ports, isTyping: true }),
            onDone: { target: 'ready', actions: { type: 'saveMedia', params: mediaOf } },
            onError: {
              target: '#call.off.microphoneFailed',
              actions: { type: 'failMicrophone', params: { fault: 'other' } },
            },
          },
        },
        ready: { type: 'final' },
      },
    },
  },
  onDone: [
    { guard: 'hasRoomGrant', target: 'live' },
    { guard: 'isCooldownRefusal', target: '#call.off.cooldown', actions: ['beginCooldown', 'saveCooldown'] },
    { target: '#call.off.failed', actions: 'failByRefusal' },
  ],
});

/** The browser's call: no call (`off`), a call that begins or is live (`underWay`), and one that closes (`ending`). */
export const callMachine = callSetup.createMachine({
  id: 'call',
  context: ({ input }) => ({
    ports: input,
    callId: 0,
    request: null,
    previous: null,
    needsNewGrant: false,
    stealsTabLock: false,
    reservedRoom: null,
    isMicrophoneGranted: false,
    failure: null,
    microphoneFault: null,
    outcome: undefined,
    cooldownEndsMs: null,
    resources: {},
    call: noFacts,
  }),
  initial: 'off',
  on: {
    // This tab has another call by now.
    resume: { actions: 'abandonResumed' },
  },
  states: {
    off: {
      initial: 'closed',
      on: {
        start: { target: 'starting', actions: ['abandonPrevious', 'saveRequest'] },
        resume: { target: 'starting', actions: ['abandonPrevious', 'saveRequest'] },
        dismiss: '.closed',
        showCooldown: { guard: 'isCoolingDown', target: '.cooldown', actions: 'readCooldown' },
        showLastCall: { target: '.ended', actions: ['showLastCall', 'readCooldown'] },
      },
      states: {
        closed: { entry: 'abandonPrevious' },
        cooldown: { entry: 'abandonPrevious', after: { cooldownEnds: 'closed' } },
        resumeOffered: {
          on: { retry: { target: '#call.starting', actions: 'tryAgain' } },
          after: { offerEnds: { target: 'failed', actions: failWith('lost') } },
        },
        otherTab: { on: { retry: { target: '#call.starting', actions: 'tryAgainInThisTab' } } },
        microphoneFailed: {
          on: {
            retry: { target: '#call.starting', actions: 'tryAgain' },
            typeInstead: { target: '#call.starting', actions: ['tryAgain', 'typeInstead'] },
          },
        },
        failed: {
          entry: 'abandonPrevious',
          on: {
            retry: [
              {
                guard: { type: 'failedWith', params: { kind: 'terms_outdated' } },
                actions: 'reloadForNewTerms',
              },
              {
                guard: { type: 'failedWith', params: { kind: 'number_cooldown' } },
                target: 'closed',
                actions: 'showForm',
              },
              { target: '#call.starting', actions: 'tryAgain' },
            ],
          },
        },
        ended: {
          entry: 'abandonPrevious',
          initial: 'result',
          states: {
            result: {
              always: { guard: 'mustWait', target: 'waiting' },
              on: {
                retry: { guard: 'mayCallAgain', target: '#call.starting', actions: 'tryAgain' },
                typeInstead: {
                  guard: 'mayTypeInstead',
                  target: '#call.starting',
                  actions: ['tryAgain', 'typeInstead'],
                },
              },
            },
            waiting: { after: { cooldownEnds: { target: 'result', actions: 'endCooldown' } } },
          },
        },
      },
    },

    starting: {
      entry: 'beginCall',
      always: [
        // After a reload only the receipt of the last call is known.
        { guard: 'hasNoRequest', target: 'off.closed', actions: 'showForm' },
        { guard: 'isCoolingDown', target: 'off.cooldown', actions: 'readCooldown' },
        { guard: 'isResumeOffered', target: 'off.resumeOffered' },
        { guard: 'isUnsupported', target: 'off.failed', actions: failWith('unsupported') },
        { target: 'underWay' },
      ],
    },

    underWay: {
      exit: 'handOver',
      tags: ['blockSounds'],
      on: { end: 'ending', 'tabLock.stolen': 'ending' },
      initial: 'lockingTab',
      states: {
        lockingTab: {
          invoke: {
            src: 'lockTab',
            input: ({ context, self }) => ({
              ports: context.ports,
              mustSteal: context.stealsTabLock,
              onStolen: () => self.send({ type: 'tabLock.stolen' }),
            }),
            onDone: [
              {
                guard: { type: 'isLockTaken', params: ({ event }) => ({ release: event.output }) },
                target: '#call.off.otherTab',
              },
              {
                target: 'preparing',
                actions: { type: 'saveTabLock', params: ({ event }) => ({ release: event.output }) },
              },
            ],
          },
        },
        preparing,
        live,
      },
    },

    ending: {
      tags: ['guardPage'],
      on: {
        // The agent was saying goodbye when the visitor pressed End.
        'room.closed': { actions: ['saveClosing', 'saveCooldown'] },
        finished: [
          { guard: and(['isThisCall', 'wasRecorded']), target: 'off.ended', actions: 'readCooldown' },
          { guard: 'isThisCall', target: 'off.closed' },
        ],
      },
    },
  },
});

export type CallSnapshot = SnapshotFrom<typeof callMachine>;
