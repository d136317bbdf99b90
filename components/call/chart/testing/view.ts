import type { CallView, Screen } from '../view';

const roomScreens: Screen[] = ['waiting_for_agent', 'in_call', 'reconnecting'];
const screensBeforeRoom: Screen[] = ['checking_microphone', 'connecting'];

/** The panel's data on a screen. */
export function viewOn(screen: Screen, change: Partial<CallView> = {}): CallView {
  const inRoom = roomScreens.includes(screen);
  return {
    screen,
    inRoom,
    underWay: inRoom || screensBeforeRoom.includes(screen),
    canRetry: false,
    canTypeInstead: false,
    canSendText: false,
    hasReceipt: false,
    typing: false,
    hasVoice: true,
    promptOverlooked: false,
    microphoneFault: null,
    failure: null,
    outcome: undefined,
    closedBy: 'visitor',
    nextCallMs: null,
    startedAtMs: inRoom ? 1 : null,
    room: 'chat-1',
    turn: null,
    recording: false,
    muted: false,
    microphoneLost: null,
    microphoneSilent: false,
    soundBlocked: false,
    operatorListens: false,
    ...change,
  };
}
