/** The call and its panel in one chunk: two chunks would duplicate their shared code. */
export { isCallOn, send } from './call';
export { VoiceChatPanel as Panel } from './panel/panel';
