import { z } from 'zod';

// A page's policy forbids code made out of text, which zod tries before its first object; a try is a violation already.
if ('document' in globalThis) z.config({ jitless: true });

/** zod, for shapes that are read in a browser too. */
export { z };
