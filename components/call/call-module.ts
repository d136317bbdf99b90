/** The call and its panel as one chunk: two would carry what both of them use twice. */
export { isCallOn, send } from './call';
export { VoiceChatPanel as Panel } from './panel/panel';
