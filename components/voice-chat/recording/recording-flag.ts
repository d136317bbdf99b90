const flag = 'ovoz_recordings';

/** Whether this browser keeps recordings that no server has confirmed: cheap to ask on every page. */
export function hasLeftovers(): boolean {
  try {
    return localStorage.getItem(flag) !== null;
  } catch {
    return false;
  }
}

export function flagLeftovers(there: boolean): void {
  try {
    if (there) localStorage.setItem(flag, '1');
    else localStorage.removeItem(flag);
  } catch {
    // Storage is closed to us: there are no recordings in it either.
  }
}
