import { type SnapshotFrom, and } from 'xstate';
import { callSetup } from './actions';
import { noFacts } from './facts';
import { live } from './live';
import { preparing } from './preparing';
import { failWith } from './setup';

/** The browser's call: between calls (`off`), on its way, in the room, and closing. */
export const callMachine = callSetup.createMachine({
  id: 'call',
  context: ({ input }) => ({
    ports: input,
    callId: 0,
    request: null,
    previous: null,
    resumed: false,
    renewGrant: false,
    offered: false,
    takeOver: false,
    reservedRoom: null,
    isMicrophoneGranted: false,
    failure: null,
    microphoneFault: null,
    outcome: undefined,
    nextCallMs: null,
    resources: {},
    call: noFacts,
  }),
  initial: 'off',
  on: {
    finished: { actions: 'stopFinished' },
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
        offered: {
          on: { retry: { target: '#call.starting', actions: 'tryAgain' } },
          after: { offerEnds: { target: 'failed', actions: failWith('lost') } },
        },
        otherTab: { on: { retry: { target: '#call.starting', actions: 'takeOverTab' } } },
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
                retry: [
                  {
                    guard: and(['hadNoConversation', 'hasNoRequest']),
                    target: '#call.off.closed',
                    actions: 'showForm',
                  },
                  { guard: 'hadNoConversation', target: '#call.starting', actions: 'tryAgain' },
                ],
                typeInstead: [
                  {
                    guard: and(['wasUnheardMicrophone', 'hasNoRequest']),
                    target: '#call.off.closed',
                    actions: 'showForm',
                  },
                  {
                    guard: 'wasUnheardMicrophone',
                    target: '#call.starting',
                    actions: ['tryAgain', 'typeInstead'],
                  },
                ],
              },
            },
            waiting: { after: { cooldownEnds: { target: 'result', actions: 'endCooldown' } } },
          },
        },
      },
    },

    starting: {
      entry: 'forgetLastCall',
      always: [
        { guard: 'isCoolingDown', target: 'off.cooldown', actions: 'readCooldown' },
        { guard: 'isOffered', target: 'off.offered' },
        { guard: 'isUnsupported', target: 'off.failed', actions: failWith('unsupported') },
        { target: 'underWay' },
      ],
    },

    underWay: {
      entry: 'beginCall',
      exit: 'handOver',
      tags: ['blockSounds'],
      on: { end: 'ending', 'tab.stolen': 'ending' },
      initial: 'claimingTab',
      states: {
        claimingTab: {
          invoke: {
            src: 'claimTab',
            input: ({ context, self }) => ({
              ports: context.ports,
              steal: context.takeOver,
              onStolen: () => self.send({ type: 'tab.stolen' }),
            }),
            onDone: [
              {
                guard: { type: 'isTabTaken', params: ({ event }) => ({ release: event.output }) },
                target: '#call.off.otherTab',
              },
              {
                target: 'preparing',
                actions: { type: 'saveTab', params: ({ event }) => ({ release: event.output }) },
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
        'room.closed': { actions: ['closeRoom', 'saveCooldown'] },
        finished: [
          { guard: 'isThisRecordedCall', target: 'off.ended', actions: ['readCooldown', 'stopFinished'] },
          { guard: 'isThisCall', target: 'off.closed', actions: 'stopFinished' },
        ],
      },
    },
  },
});

export type CallSnapshot = SnapshotFrom<typeof callMachine>;
