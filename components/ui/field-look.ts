/** The look of a small field of the office: an input or a select of one line. */
export const fieldLook =
  'min-h-9 min-w-0 rounded-lg border border-line-strong bg-paper-raised px-2 text-sm text-ink touch:min-h-11';
