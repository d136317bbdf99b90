/** Fetches the toaster's code ahead of the first toast, for a toast that tells of a lost connection must not need one. */
export function warmToaster(): void {
  void import('./toaster').catch(() => undefined);
}
