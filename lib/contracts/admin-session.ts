import { z } from './schema.ts';

/** POST /api/admin/session. */
export const adminCredentials = z.object({ password: z.string().min(1).max(1024) });

/** DELETE /api/admin/session: this browser's session, or everybody's. */
export const signOutQuery = z.object({
  everywhere: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});
