/** Spec.md section 9: the longest text of a synthesis, in characters as people count them (code points). */
export const maxSpeechChars = 5000;
