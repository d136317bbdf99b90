/** The longest recording of the speech-to-text demo, and how long its transcription may take (spec.md section 9). */
export const maxRecordingS = 120;
export const transcriptionTimeoutMs = 120_000;

/** The largest file: two minutes of WAV in two channels at 48 kHz. Recorders' own formats need a twentieth of it. */
export const maxRecordingBytes = 25_000_000;
