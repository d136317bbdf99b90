/** The longest recording of the speech-to-text demo, and how long its transcription may take. */
export const maxRecordingS = 120;
export const transcriptionTimeoutMs = 120_000;

/** The largest file: two minutes of WAV in two channels at 48 kHz. Recorders' own formats need a twentieth of it. */
export const maxRecordingBytes = 25_000_000;

/** The longest text of a synthesis, in characters as people count them (code points). */
export const maxSpeechChars = 5000;

/** Speech is synthesized as WAV at this rate. */
export const speechRateHz = 16_000;

/** Timeout of a synthesis. */
export const speechTimeoutMs = 30_000;

export const speechVoices = ['muxlisa'] as const;

/** The agent closes a call after ten minutes. Anything longer than this is not one of our calls. */
export const longestCallS = 3600;

/** The agent waits this long for a visitor whose connection or page was lost; meanwhile the browser offers to resume. */
export const returnWaitMs = 15_000;

/** The agent may take this long to send its copy of a recording, and the server waits as long for any body that the agent signs. */
export const agentCopyTimeoutMs = 60_000;

/** Saved views of the desk. */
export const maxViews = 20;

/** Characters of one text that the visitor types in a call. */
export const typedTextMaxChars = 500;
