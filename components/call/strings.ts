import type { StringsOf } from '@/lib/i18n/strings';

export type PhoneFormStrings = StringsOf<'phone_'>;
export type CallPanelStrings = StringsOf<'voice_chat_'>;
