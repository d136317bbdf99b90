/**
 * The message of a caught value. If every address of a host failed, Node's AggregateError has no message: the first address's
 * error has one.
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
