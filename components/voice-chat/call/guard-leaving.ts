function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Whether the browser asks before the page is left: a closed tab would break the call off. */
export function guardLeaving(on: boolean): void {
  if (on) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}
