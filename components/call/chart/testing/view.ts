import type { CallView, Screen } from '../view';

const roomScreens: Screen[] = ['waiting_for_agent', 'in_call', 'reconnecting'];
const screensBeforeRoom: Screen[] = ['checking_microphone', 'connecting'];

/** The panel's data on a screen. */
export function viewOn(screen: Screen, change: Partial<CallView> = {}): CallView {
  const isInRoom = roomScreens.includes(screen);
  return {
    screen,
    isInRoom,
    isUnderWay: isInRoom || screensBeforeRoom.includes(screen),
    canRetry: false,
    canTypeInstead: false,
    canSendText: false,
    showsReceipt: false,
    isTyping: false,
    hasVoice: true,
    isPromptOverlooked: false,
    microphoneFault: null,
    failure: null,
    outcome: undefined,
    closedBy: 'visitor',
    cooldownEndsMs: null,
    startedAtMs: isInRoom ? 1 : null,
    room: 'chat-1',
    turn: null,
    isRecording: false,
    isMuted: false,
    microphoneLost: null,
    isMicrophoneSilent: false,
    isSoundBlocked: false,
    isOperatorListening: false,
    ...change,
  };
}
