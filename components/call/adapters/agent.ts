import type { AgentActivity } from '../chart/events';

/** LiveKit gives the agent an identity that contains this word. */
export function isAgent(identity: string): boolean {
  return identity.includes('agent');
}

/** The agent's state as it publishes it; without one, by whom the media server hears. */
export function activityOf(
  state: string | undefined,
  speakers: readonly string[],
  visitor: string,
): AgentActivity {
  if (state === 'speaking' || state === 'thinking') return state;
  if (speakers.includes(visitor)) return 'hearing';
  return state === undefined && speakers.some(isAgent) ? 'speaking' : 'listening';
}
