import { z } from './schema.ts';

/** POST /api/admin/session. */
export const adminCredentials = z.object({ password: z.string().min(1).max(1024) });

/** GET /api/admin/session. */
export const adminLink = z.object({ token: z.string().max(256).default('') });

/** DELETE /api/admin/session: this browser's session, or everybody's. */
export const signOutQuery = z.object({
  everywhere: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});
