import type { StringsOf } from '@/lib/strings';

/** The strings that the call panel is handed. */
export type VoiceChatStrings = StringsOf<'voice_chat_'>;
