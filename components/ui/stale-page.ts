import { isSoundBlocked } from './sounding';

const reloadedFromKey = 'reloaded_from';

/**
 * Reloads a page whose script or style sheet a newer release has removed, but not during a call. Once per release and tab, so a
 * missing file causes no loop.
 */
export function reloadPageWhenStale(): void {
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
  if (answer?.status === 404 && !isSoundBlocked() && markFirstReload()) window.location.reload();
}

/** Returns false if this release has reloaded the page before, or if the browser cannot store the mark: it would loop. */
function markFirstReload(): boolean {
  const release = String(process.env.NEXT_DEPLOYMENT_ID);
  try {
    if (sessionStorage.getItem(reloadedFromKey) === release) return false;
    sessionStorage.setItem(reloadedFromKey, release);
    return true;
  } catch {
    return false;
  }
}
