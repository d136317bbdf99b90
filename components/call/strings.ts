import type { StringsOf } from '@/lib/i18n/strings';

/** The strings of the phone form. */
export type PhoneStrings = StringsOf<'phone_'>;

/** The strings of the call panel. */
export type VoiceChatStrings = StringsOf<'voice_chat_'>;
