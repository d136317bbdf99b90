import { LoggerNames, setLogLevel } from 'livekit-client';
import type { AgentActivity } from '../chart/events';

/** True for a media server on this machine, which is reached without STUN. */
export function isLoopback(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** The specification's rule: an identity that contains 'agent' is the agent. Ours begins with agentIdentityPrefix. */
export function isAgent(identity: string): boolean {
  return identity.includes('agent');
}

/**
 * A published state of speaking or thinking counts before the visitor's voice. Without a published state, the agent's own voice
 * counts too.
 */
export function activityOf(
  state: string | undefined,
  speakers: readonly string[],
  visitor: string,
): AgentActivity {
  if (state === 'speaking' || state === 'thinking') return state;
  if (speakers.includes(visitor)) return 'hearing';
  return state === undefined && speakers.some(isAgent) ? 'speaking' : 'listening';
}

setLogLevel('error');
// The engine logs data channels that close at each normal end; a lost connection has its own event.
setLogLevel('silent', LoggerNames.Engine);
