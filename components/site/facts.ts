import { useSyncExternalStore } from 'react';
import type { SiteFacts } from '@/lib/contracts/site';

/** Where the server does not answer, the visitor may try everything. */
const unknown: SiteFacts = { recognition: true, agentUnderstands: false, voice: 'Ovoz', chat: false };

let facts: SiteFacts | null = null;
let asked = false;
const listeners = new Set<() => void>();

async function askServer(): Promise<SiteFacts> {
  const [{ siteFacts }, response] = await Promise.all([import('@/lib/contracts/site'), fetch('/api/site')]);
  return siteFacts.parse(await response.json());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    void askServer()
      .catch(() => unknown)
      .then((answer) => {
        facts = answer;
        for (const one of listeners) one();
      });
  }
  return () => void listeners.delete(listener);
}

/** The server's capabilities; null until it has answered. */
export function useSiteFacts(): SiteFacts | null {
  return useSyncExternalStore(
    subscribe,
    () => facts,
    () => null,
  );
}
