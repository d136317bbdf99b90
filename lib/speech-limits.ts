/** Spec.md section 9: the longest text of a synthesis, in characters as people count them (code points). */
export const maxSpeechChars = 5000;

/** Section 9: speech comes as WAV at this rate. */
export const speechRateHz = 16_000;

/** Section 9: a synthesis is given up after so long. */
export const speechTimeoutMs = 30_000;

/** The one voice of the demo (section 2). */
export const speechVoices = ['muxlisa'] as const;
