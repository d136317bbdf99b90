export const healthParts = ['database', 'livekit', 'agent', 'storage', 'jobs'] as const;
export type HealthPart = (typeof healthParts)[number];

/** `off`: not set up on purpose, which is no fault. */
export interface PartState {
  state: 'ok' | 'down' | 'off';
  detail?: string;
}

export interface Health {
  status: 'ok' | 'down';
  parts: Record<HealthPart, PartState>;
}
