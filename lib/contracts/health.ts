export type HealthPart = 'database' | 'livekit' | 'agent' | 'storage' | 'jobs';

/** `off`: not set up on purpose, which is no fault. */
export interface PartState {
  state: 'ok' | 'down' | 'off';
  detail?: string;
}

export interface Health {
  status: 'ok' | 'down';
  parts: Record<HealthPart, PartState>;
}
