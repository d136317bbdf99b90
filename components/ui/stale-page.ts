const reloadedFromKey = 'reloaded_from';

/**
 * Reloads a page whose script or style sheet is gone from the server, because a newer release has replaced it.
 * A tab reloads once per release, so a file that stays missing causes no loop.
 */
export function reloadStalePage(): void {
  // Failed loads do not bubble.
  window.addEventListener('error', ({ target }) => void reloadIfGone(addressOf(target)), { capture: true });
}

function addressOf(target: EventTarget | null): string {
  if (target instanceof HTMLScriptElement) return target.src;
  return target instanceof HTMLLinkElement ? target.href : '';
}

async function reloadIfGone(address: string): Promise<void> {
  if (!address.startsWith(`${window.location.origin}/_next/static/`)) return;
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.status === 404 && isFirstReload()) window.location.reload();
}

/** False also where the browser stores nothing: without a mark the page could reload for ever. */
function isFirstReload(): boolean {
  const release = String(process.env.NEXT_DEPLOYMENT_ID);
  try {
    if (sessionStorage.getItem(reloadedFromKey) === release) return false;
    sessionStorage.setItem(reloadedFromKey, release);
    return true;
  } catch {
    return false;
  }
}
