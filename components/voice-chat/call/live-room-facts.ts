import type { AgentActivity } from './call-machine';

/** The agent is who carries 'agent' in the identity (spec.md section 4). */
export function isAgent(identity: string): boolean {
  return identity.includes('agent');
}

/** What goes on, from whom the media server hears: a visitor who is heard sees it, whoever else speaks. */
export function activityOf(speakers: readonly string[], visitor: string): AgentActivity {
  if (speakers.includes(visitor)) return 'hearing';
  return speakers.some(isAgent) ? 'speaking' : 'listening';
}

/** A media server on this machine needs no STUN to be reached. */
export function isLoopback(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
