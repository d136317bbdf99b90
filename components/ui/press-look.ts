/** The one thing to press: saffron, and large. */
export const pressLook =
  'inline-flex min-h-14 items-center justify-center gap-3 rounded-full bg-saffron px-5 text-lg font-semibold whitespace-nowrap text-on-saffron shadow-press transition-colors hover:bg-saffron-deep sm:px-7';

/** A call button while the next call has to wait. */
export const waitingLook = 'data-waiting:bg-paper-sunk data-waiting:text-ink-soft data-waiting:shadow-none';
