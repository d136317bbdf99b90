import type { StringsOf } from '@/lib/i18n/strings';

/** The strings that the speech-to-text demo is handed. */
export const sttPrefixes = ['stt_', 'status_', 'rate_limit_', 'alert_rate_limit'] as const;
export type SttStrings = StringsOf<(typeof sttPrefixes)[number]>;

/** The strings that the text-to-speech demo is handed. */
export const ttsPrefixes = ['tts_', 'alert_', 'rate_limit_', 'error_speech_'] as const;
export type TtsStrings = StringsOf<(typeof ttsPrefixes)[number]>;
