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

const facts = createStore<SiteFacts | null>(null);
let isRequested = false;

function subscribe(listener: () => void): () => void {
  if (!isRequested) {
    isRequested = true;
    void callApi('GET /api/site')
      .then((answer) => ({ ...defaultFacts, ...answer }))
      .catch(() => defaultFacts)
      .then(facts.set);
  }
  return facts.subscribe(listener);
}

/** What this server offers; null until it has answered or the request has failed. */
export function useSiteFacts(): SiteFacts | null {
  return useSyncExternalStore(subscribe, facts.get, () => null);
}
