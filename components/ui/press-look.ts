/** The colour of the main button of a page or form. */
export const pressColour = 'bg-saffron text-on-saffron hover:bg-saffron-deep';

/** The look of a large main button. */
export const pressLook = `inline-flex min-h-14 items-center justify-center gap-3 rounded-full px-5 text-lg font-semibold whitespace-nowrap shadow-press transition-colors sm:px-7 ${pressColour}`;

/** The look of a call button during the cooldown. */
export const waitingLook = 'data-waiting:bg-paper-sunk data-waiting:text-ink-soft data-waiting:shadow-none';
