import { and } from 'xstate';
import { callSetup } from './actions';
import { expectsSpeech } from './facts';
import { requireValue } from './rules';
import { type Context, answerOf, failWith } from './setup';

/** Applies an event that may change whether the visitor types or can speak. */
const applyAndPublish = [
  {
    guard: and(['isOnline', 'isTypingMessageDue']),
    actions: ['applyEvent' as const, 'publishTyping' as const],
  },
  { actions: 'applyEvent' as const },
];

/** A call from joining its room to its end. Four regions run in parallel: connection, agent, the visitor's voice, recording. */
export const live = callSetup.createStateConfig({
  type: 'parallel',
  entry: ['openRoom', 'beginEvidence'],
  on: {
    'room.closed': { target: '#call.off.ended', actions: ['saveClosing', 'saveCooldown'] },
    'room.agentActivity': applyAndPublish,
    'room.visitorHeard': { actions: 'applyEvent' },
    'room.visitorAudible': { actions: 'applyEvent' },
    'room.textSent': { actions: ['applyEvent', 'resetSilence'] },
    'room.soundBlocked': { actions: 'applyEvent' },
    'room.operator': { actions: 'applyEvent' },
    'microphone.muted': { actions: ['applyEvent', 'saveMuted'] },
    'microphone.lost': { actions: 'applyEvent' },
    'microphone.silent': { actions: 'applyEvent' },
    'microphone.voice': { actions: 'applyEvent' },
    'microphone.restarted': applyAndPublish,
    'microphone.interrupted': applyAndPublish,
    setMuted: { actions: 'setMuted' },
    reopenMicrophone: { actions: 'reopenMicrophone' },
    answerField: applyAndPublish,
  },
  states: {
    connection: {
      initial: 'joining',
      states: {
        joining: {
          invoke: {
            src: 'enterRoom',
            input: ({ context: { resources, call, previous } }) => ({
              media: requireValue(resources.media),
              grant: requireValue(call.grant),
              isMuted: previous?.muted === true,
            }),
            onDone: { target: 'online', actions: ['saveEntry', 'saveCurrentCall'] },
            onError: { target: '#call.off.failed', actions: 'failToEnter' },
          },
        },
        online: {
          id: 'online',
          tags: ['inRoom', 'guardPage'],
          entry: 'republishTyping',
          on: { 'room.connectionLost': 'reconnecting', 'room.disconnected': 'rejoining' },
        },
        reconnecting: {
          tags: ['inRoom', 'guardPage'],
          on: { 'room.connectionBack': 'online', 'room.disconnected': 'rejoining' },
        },
        rejoining: {
          tags: ['inRoom', 'guardPage'],
          entry: 'resetFailedRejoins',
          // The agent has gone by then, however slowly the tries fail.
          after: { rejoinEnds: { target: '#call.off.failed', actions: failWith('lost') } },
          initial: 'waiting',
          states: {
            waiting: { after: { rejoinWait: 'requesting' } },
            requesting: {
              invoke: {
                src: 'requestToken',
                input: ({ context: { ports, request, call } }) => ({
                  ports,
                  request: requireValue(request),
                  room: requireValue(call.grant).roomName,
                }),
                onDone: [
                  {
                    guard: { type: 'isTokenGranted', params: answerOf },
                    target: 'entering',
                    actions: { type: 'saveAnswer', params: answerOf },
                  },
                  { guard: { type: 'isServerDown', params: answerOf }, target: 'tryFailed' },
                  { target: '#call.off.failed', actions: failWith('lost') },
                ],
              },
            },
            entering: {
              invoke: {
                src: 'enterAgain',
                input: ({ context: { resources, call } }) => ({
                  media: requireValue(resources.media),
                  grant: requireValue(call.grant),
                }),
                onDone: '#online',
                onError: 'tryFailed',
              },
            },
            tryFailed: {
              always: [
                { guard: 'hasRejoinTriesLeft', target: 'waiting', actions: 'countFailedRejoin' },
                { target: '#call.off.failed', actions: failWith('lost') },
              ],
            },
          },
        },
      },
    },
    agent: {
      initial: 'notAwaited',
      on: { 'room.agentJoined': { target: '.present', actions: 'applyEvent' } },
      states: {
        notAwaited: { always: { guard: 'isOnline', target: 'awaited' } },
        awaited: {
          always: { guard: 'isOffline', target: 'notAwaited' },
          after: {
            agentDue: [
              { guard: 'hadAgent', target: '#call.off.failed', actions: failWith('agent_left') },
              { target: '#call.off.failed', actions: failWith('agent_missing') },
            ],
          },
        },
        present: {
          on: {
            'room.agentLeft': { target: 'justLeft', actions: 'applyEvent' },
            'room.disconnected': { target: 'notAwaited', actions: 'applyEvent' },
          },
        },
        justLeft: {
          always: { guard: 'isOffline', target: 'notAwaited' },
          after: {
            agentGrace: { target: '#call.off.failed', actions: failWith('agent_left') },
          },
        },
      },
    },
    voice: {
      initial: 'notPublished',
      states: {
        notPublished: { always: { guard: 'isOnline', target: 'publishing' } },
        publishing: {
          invoke: {
            src: 'publishMicrophone',
            input: ({ context }) => requireValue(context.resources.media),
            onDone: 'published',
            onError: [
              { guard: 'isOnline', target: '#call.off.failed', actions: 'failToEnter' },
              // livekit-client drops an unfinished publication when it reconnects.
              { target: 'notPublished' },
            ],
          },
        },
        published: {
          invoke: {
            src: 'measureVoices',
            input: ({ context, self }) => ({
              media: requireValue(context.resources.media),
              expectsSpeech: () => {
                const snapshot: { context: Context } = self.getSnapshot();
                return expectsSpeech(snapshot.context.call, context.ports.clock.now());
              },
            }),
          },
        },
      },
    },
    recording: {
      initial: 'notYet',
      states: {
        notYet: { always: { guard: 'isOnline', target: 'delayed' } },
        delayed: { after: { recordingStart: 'starting' } },
        starting: {
          invoke: {
            src: 'startRecording',
            input: ({ context: { resources, call, previous, request } }) => ({
              media: requireValue(resources.media),
              call: {
                grant: requireValue(call.grant),
                request: requireValue(request),
                isMuted: call.isMuted,
                previous,
              },
            }),
            onDone: {
              target: 'settled',
              actions: { type: 'saveRecording', params: ({ event }) => ({ recording: event.output }) },
            },
            // The call continues without a recording.
            onError: {
              target: 'settled',
              actions: { type: 'reportUnrecorded', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        settled: {},
      },
    },
  },
});
