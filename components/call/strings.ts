import type { StringsOf } from '@/lib/i18n/strings';

/** The strings that the phone form is handed. */
export type PhoneStrings = StringsOf<'phone_'>;

/** The strings that the call panel is handed. */
export type VoiceChatStrings = StringsOf<'voice_chat_'>;
