import type { Room } from '@livekit/rtc-node';
import { heardAttribute, liveKitNames } from '../../lib/contracts/token.ts';
import { log } from '../../lib/server/platform/log.ts';

interface AgentFacts {
  /** LiveKit's state of an agent. */
  state?: 'initializing' | 'listening' | 'thinking' | 'speaking';
  /** True if the visitor has had a turn. The web app's cooldown depends on the same fact. */
  isVisitorHeard?: boolean;
}

/** Publishes facts to the browser as attributes of the agent's participant. */
export function publishFacts(room: Room, { state, isVisitorHeard }: AgentFacts): void {
  if (!room.isConnected) return;
  const attributes = {
    ...(state !== undefined && { [liveKitNames.stateAttribute]: state }),
    ...(isVisitorHeard !== undefined && { [heardAttribute]: String(isVisitorHeard) }),
  };
  room.localParticipant
    ?.setAttributes(attributes)
    .catch((cause: unknown) => log.warn('agent_facts_not_published', attributes, cause));
}
