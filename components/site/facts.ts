import { useSyncExternalStore } from 'react';
import { createStore } from '@/components/ui/store';
import type { SiteFacts } from '@/lib/contracts/site';

/** Where the server does not answer, the visitor may try everything. */
const unknown: SiteFacts = { recognition: true, agentUnderstands: false, voice: 'Ovoz', chat: false };

const facts = createStore<SiteFacts | null>(null);
let asked = false;

async function askServer(): Promise<SiteFacts> {
  const [{ siteFacts }, response] = await Promise.all([import('@/lib/contracts/site'), fetch('/api/site')]);
  return siteFacts.parse(await response.json());
}

function subscribe(listener: () => void): () => void {
  if (!asked) {
    asked = true;
    void askServer()
      .catch(() => unknown)
      .then(facts.set);
  }
  return facts.subscribe(listener);
}

/** The server's capabilities; null until it has answered. */
export function useSiteFacts(): SiteFacts | null {
  return useSyncExternalStore(subscribe, facts.get, () => null);
}
