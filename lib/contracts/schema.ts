import { z } from 'zod';

// The page's policy forbids eval. zod would try it before its first object, which already counts as a violation.
if ('document' in globalThis) z.config({ jitless: true });

/** zod, for shapes that are read in a browser too. */
export { z };

/** Postgres has no year 0. */
const hasYear = (date: string) => !date.startsWith('0000');
const noYear = 'must be after the year 0';

/** A day that Postgres can store: 2026-11-23. */
export const day = z.iso.date().refine(hasYear, noYear);

/** A moment that Postgres can store, in UTC. */
export const moment = z.iso.datetime().refine(hasYear, noYear);

/** A number of 0 or more that a Postgres integer can store. */
export const ordinal = z.int32().min(0);
