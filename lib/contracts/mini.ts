import * as z from 'zod/mini';

// The page's policy forbids eval. zod would try it before its first object, which already counts as a violation.
if ('document' in globalThis) z.config({ jitless: true });

/** zod without methods, a fifth of its size, for shapes that browsers check. */
export { z };
