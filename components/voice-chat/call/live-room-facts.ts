import type { AgentActivity } from './call-machine';

const activities: readonly AgentActivity[] = ['listening', 'thinking', 'speaking'];

/** The agent is who carries 'agent' in the identity (spec.md section 4). */
export function isAgent(identity: string): boolean {
  return identity.includes('agent');
}

/** What an agent of LiveKit's framework says it is doing, in its attributes. */
export function agentActivityOf(attributes: Readonly<Record<string, string>>): AgentActivity | null {
  return activities.find((activity) => activity === attributes['lk.agent.state']) ?? null;
}

/** A media server on this machine needs no STUN to be reached. */
export function isLoopback(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
