/** The longest recording of the speech-to-text demo, and how long its transcription may take. */
export const maxRecordingS = 120;
export const transcriptionTimeoutMs = 120_000;

/** The largest file: two minutes of WAV in two channels at 48 kHz. Recorders' own formats need a twentieth of it. */
export const maxRecordingBytes = 25_000_000;

/** The longest text of a synthesis, in characters as people count them (code points). */
export const maxSpeechChars = 5000;

/** Section 9: speech comes as WAV at this rate. */
export const speechRateHz = 16_000;

/** Section 9: a synthesis is given up after so long. */
export const speechTimeoutMs = 30_000;

export const speechVoices = ['muxlisa'] as const;

/** The agent closes a call after ten minutes; one that lasts this long, or a recording of it, is none. */
export const longestCallS = 3600;

/** How long the agent waits for a visitor whose connection or page was lost: the time in which a browser offers to go back. */
export const returnWaitMs = 15_000;

/** The archive of a speech model comes in parts, each small enough for a proxy as it is installed: nginx takes bodies of 1 MiB. */
export const uploadPartBytes = 1_000_000;

export const maxViews = 20;
