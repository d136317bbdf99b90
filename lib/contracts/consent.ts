/** The version of the terms and the privacy notice a visitor agrees to; a new text is a new version. */
export const termsVersion = '2026-11-23';

/** The first version of the terms that allows the office to listen in. */
export const listeningSince = '2026-11-22';
