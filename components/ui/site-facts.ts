import { useSyncExternalStore } from 'react';
import { createStore } from '@/components/ui/store';
import { callApi } from '@/lib/api-client';
import type { SiteFacts } from '@/lib/contracts/site';

/** Used if the server does not answer: recognition may be tried, nothing else is promised. */
const defaultFacts: SiteFacts = {
  recognition: true,
  agentUnderstands: false,
  voice: 'Ovoz',
  samples: [],
  chat: false,
};

/** A server that restarts is back within a minute. */
const retryDelaysMs = [2_000, 10_000, 60_000];

const facts = createStore<SiteFacts | null>(null);
let isRequested = false;

/** The first subscriber causes the request. */
export const siteFactsStore = {
  get: facts.get,
  subscribe(listener: () => void): () => void {
    if (!isRequested) {
      isRequested = true;
      void requestFacts(retryDelaysMs);
    }
    return facts.subscribe(listener);
  },
};

async function requestFacts([delayMs, ...laterDelaysMs]: readonly number[]): Promise<void> {
  try {
    facts.set({ ...defaultFacts, ...(await callApi('GET /api/site')) });
  } catch {
    facts.set(defaultFacts);
    if (delayMs !== undefined) setTimeout(() => requestFacts(laterDelaysMs), delayMs);
  }
}

/** What this server offers; null until it has answered or the first request has failed. */
export function useSiteFacts(): SiteFacts | null {
  return useSyncExternalStore(siteFactsStore.subscribe, siteFactsStore.get, () => null);
}
