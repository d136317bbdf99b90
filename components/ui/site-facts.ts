import { useSyncExternalStore } from 'react';
import { createStore } from '@/components/ui/store';
import type { SiteFacts } from '@/lib/contracts/site';

/** Fallback without an answer of the server: everything may be tried. */
const unknown: SiteFacts = { recognition: true, agentUnderstands: false, voice: 'Ovoz', chat: false };

const facts = createStore<SiteFacts | null>(null);
let asked = false;

/** Checked by hand: zod would be 90 kB on every visit. */
function isSiteFacts(value: unknown): value is SiteFacts {
  return (
    typeof value === 'object' &&
    value !== null &&
    'recognition' in value &&
    typeof value.recognition === 'boolean' &&
    'agentUnderstands' in value &&
    typeof value.agentUnderstands === 'boolean' &&
    'voice' in value &&
    typeof value.voice === 'string' &&
    'chat' in value &&
    typeof value.chat === 'boolean' &&
    (!('questions' in value) || typeof value.questions === 'number') &&
    (!('languages' in value) || Array.isArray(value.languages)) &&
    (!('partners' in value) || Array.isArray(value.partners))
  );
}

async function askServer(): Promise<SiteFacts> {
  const response = await fetch('/api/site', { signal: AbortSignal.timeout(60_000) });
  const answer: unknown = await response.json();
  if (!isSiteFacts(answer)) throw new Error('GET /api/site gave something else than facts.');
  return answer;
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
