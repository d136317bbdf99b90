/** The colour of the one thing to press. */
export const pressColour = 'bg-saffron text-on-saffron hover:bg-saffron-deep';

/** The same, as a large button. */
export const pressLook = `inline-flex min-h-14 items-center justify-center gap-3 rounded-full px-5 text-lg font-semibold whitespace-nowrap shadow-press transition-colors sm:px-7 ${pressColour}`;

/** A call button while the next call has to wait. */
export const waitingLook = 'data-waiting:bg-paper-sunk data-waiting:text-ink-soft data-waiting:shadow-none';
