/** The version of the terms and the privacy notice a visitor agrees to; a new text is a new version. */
export const termsVersion = '2026-11-23';

/** From this version on the terms say that somebody of the office may listen in. */
export const listeningSince = '2026-11-22';
