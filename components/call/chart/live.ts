import { and } from 'xstate';
import { callSetup } from './actions';
import { requireValue } from './rules';
import { answerOf, expectsSpeech, failWith } from './setup';

/** In the room, four regions run in parallel: connection, agent, the visitor's voice, recording. */
export const live = callSetup.createStateConfig({
  type: 'parallel',
  entry: ['openRoom', 'beginEvidence'],
  on: {
    'room.closed': { target: '#call.off.ended', actions: ['closeRoom', 'saveCooldown'] },
    'room.agentActivity': [
      { guard: and(['isOnline', 'isQuestionWhileTyping']), actions: ['applyRoomEvent', 'publishTyping'] },
      { actions: 'applyRoomEvent' },
    ],
    'room.visitorHeard': { actions: 'applyRoomEvent' },
    'room.visitorAudible': { actions: 'applyRoomEvent' },
    'room.textSent': { actions: ['applyRoomEvent', 'resetSilence'] },
    'room.soundBlocked': { actions: 'applyRoomEvent' },
    'room.operator': { actions: 'applyRoomEvent' },
    'microphone.muted': { actions: ['applyMicrophoneEvent', 'saveMuted'] },
    'microphone.lost': { actions: 'applyMicrophoneEvent' },
    'microphone.silent': { actions: 'applyMicrophoneEvent' },
    'microphone.voice': { actions: 'applyMicrophoneEvent' },
    'microphone.restarted': [
      { guard: and(['isOnline', 'changesInterruption']), actions: ['applyMicrophoneEvent', 'publishTyping'] },
      { actions: 'applyMicrophoneEvent' },
    ],
    'microphone.interrupted': [
      { guard: and(['isOnline', 'changesInterruption']), actions: ['applyMicrophoneEvent', 'publishTyping'] },
      { actions: 'applyMicrophoneEvent' },
    ],
    setMuted: { actions: 'setMuted' },
    reopenMicrophone: { actions: 'reopenMicrophone' },
    answerField: [
      { guard: and(['isOnline', 'shouldPublishTyping']), actions: ['applyField', 'publishTyping'] },
      { actions: 'applyField' },
    ],
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
              muted: previous?.muted === true,
            }),
            onDone: { target: 'online', actions: ['saveEntry', 'saveCurrentCall'] },
            onError: { target: '#call.off.failed', actions: 'failToEnter' },
          },
        },
        online: {
          id: 'online',
          tags: ['inRoom', 'guardPage'],
          on: { 'room.connectionLost': 'reconnecting', 'room.disconnected': 'rejoining' },
        },
        reconnecting: {
          tags: ['inRoom', 'guardPage'],
          on: { 'room.connectionBack': 'online', 'room.disconnected': 'rejoining' },
        },
        rejoining: {
          tags: ['inRoom', 'guardPage'],
          entry: 'resetRejoinTries',
          initial: 'waiting',
          states: {
            waiting: { after: { rejoinWait: 'asking' } },
            asking: {
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
                  { guard: { type: 'isOutOfReach', params: answerOf }, target: 'failedOnce' },
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
                onError: 'failedOnce',
              },
            },
            failedOnce: {
              always: [
                { guard: 'hasRejoinTries', target: 'waiting', actions: 'countRejoinTry' },
                { target: '#call.off.failed', actions: failWith('lost') },
              ],
            },
          },
        },
      },
    },
    agent: {
      initial: 'unseen',
      on: { 'room.agentJoined': { target: '.present', actions: 'saveAgentCame' } },
      states: {
        unseen: { always: { guard: 'isOnline', target: 'awaited' } },
        awaited: {
          always: { guard: 'isOffline', target: 'unseen' },
          after: {
            agentDue: [
              { guard: 'hadAgent', target: '#call.off.failed', actions: failWith('agent_left') },
              { target: '#call.off.failed', actions: failWith('agent_missing') },
            ],
          },
        },
        present: {
          tags: ['agentPresent'],
          on: {
            'room.agentLeft': { target: 'leaving', actions: 'forgetTurn' },
            'room.disconnected': { target: 'unseen', actions: 'forgetTurn' },
          },
        },
        leaving: {
          always: { guard: 'isOffline', target: 'unseen' },
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
            onError: { target: '#call.off.failed', actions: 'failToEnter' },
          },
        },
        published: {
          invoke: {
            src: 'measureVoices',
            input: ({ context, self }) => ({
              media: requireValue(context.resources.media),
              expectsSpeech: () => expectsSpeech(self.getSnapshot()),
            }),
          },
        },
      },
    },
    recording: {
      initial: 'notYet',
      states: {
        notYet: { always: { guard: 'isOnline', target: 'starting' } },
        starting: { after: { recordingStart: 'opening' } },
        opening: {
          invoke: {
            src: 'startRecording',
            input: ({ context: { resources, call, previous, request } }) => ({
              media: requireValue(resources.media),
              call: {
                grant: requireValue(call.grant),
                request: requireValue(request),
                muted: call.muted,
                previous,
              },
            }),
            onDone: {
              target: 'started',
              actions: { type: 'saveRecording', params: ({ event }) => ({ recording: event.output }) },
            },
            // The call continues without a recording.
            onError: {
              target: 'started',
              actions: { type: 'reportUnrecorded', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        started: {},
      },
    },
  },
});
