import type { AgentActivity } from '../chart/events';

/** The specification's rule: an identity that contains 'agent' is the agent. Ours begins with agentIdentityPrefix. */
export function isAgent(identity: string): boolean {
  return identity.includes('agent');
}

/** The published state of the agent; if it publishes none, the media server's speaker detection decides. */
export function activityOf(
  state: string | undefined,
  speakers: readonly string[],
  visitor: string,
): AgentActivity {
  if (state === 'speaking' || state === 'thinking') return state;
  if (speakers.includes(visitor)) return 'hearing';
  return state === undefined && speakers.some(isAgent) ? 'speaking' : 'listening';
}
