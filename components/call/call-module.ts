// What the page loads when a call is near: the call with livekit-client, and the panel that shows it.
export { isCallOn, startCall } from './call-control';
export { VoiceChatPanel } from './panel/panel';
