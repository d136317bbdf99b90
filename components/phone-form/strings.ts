import type { StringsOf } from '@/lib/strings';

/** The strings that the phone form is handed. */
export type PhoneStrings = StringsOf<'phone_'>;
