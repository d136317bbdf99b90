import type { StringsOf } from '@/lib/i18n/strings';

/** The keys of the speech-to-text demo's strings begin with one of these. */
export const sttPrefixes = ['stt_', 'status_', 'rate_limit_', 'alert_rate_limit'] as const;
export type SttStrings = StringsOf<(typeof sttPrefixes)[number]>;

/** The keys of the text-to-speech demo's strings begin with one of these. */
export const ttsPrefixes = ['tts_', 'alert_', 'rate_limit_', 'error_speech_'] as const;
export type TtsStrings = StringsOf<(typeof ttsPrefixes)[number]>;
