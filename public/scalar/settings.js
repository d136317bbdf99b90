// Scalar's zod tries to make code out of text, which the page's policy forbids; a try is a violation already.
globalThis.__zod_globalConfig = { jitless: true };
