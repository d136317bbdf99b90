/** The pages of the office in navigation order, by the key that opens each after `g`. */
export const officePages = { l: 'leads', v: 'live', i: 'insights', a: 'agent', s: 'setup' } as const;
