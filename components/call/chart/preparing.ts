import type { DoneActorEvent } from 'xstate';
import { callSetup } from './actions';
import type { Media } from './ports';
import { known } from './rules';
import { answerOf } from './setup';

const mediaOf = ({ event }: { event: DoneActorEvent<Media> }) => ({ media: event.output });

/** The microphone and the token: at once where the browser will not ask, otherwise one after the other. */
export const preparing = callSetup.createStateConfig({
  type: 'parallel',
  states: {
    // First: the server and the agent need longer than the microphone.
    token: {
      initial: 'notYet',
      states: {
        notYet: {
          always: [
            { guard: 'hasGrant', target: 'answered', actions: 'usePreviousGrant' },
            { guard: 'mayRequestEarly', target: 'requesting' },
            { guard: 'isMicrophoneReady', target: 'requesting' },
          ],
        },
        requesting: {
          entry: 'reserveRoom',
          invoke: {
            src: 'requestToken',
            input: ({ context: { ports, request, previous, reservedRoom } }) => ({
              ports,
              request: known(request),
              room: previous?.room ?? known(reservedRoom),
            }),
            onDone: [
              // The server is out of reach: the stored grant may still be valid.
              {
                guard: { type: 'isResumedOutOfReach', params: answerOf },
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
            input: ({ context: { ports } }) => ({ ports, typing: false }),
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
            input: ({ context: { ports } }) => ({ ports, typing: true }),
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
    { guard: 'wasGranted', target: 'live' },
    { guard: 'isCooldownRefusal', target: '#call.off.cooldown', actions: ['beginCooldown', 'saveCooldown'] },
    { target: '#call.off.failed', actions: 'failByRefusal' },
  ],
});
