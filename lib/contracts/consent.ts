/** The version of the terms and the privacy notice a visitor agrees to; a new text is a new version. */
export const termsVersion = '2026-11-21';
