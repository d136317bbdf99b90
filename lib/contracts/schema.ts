import { z } from 'zod';

// The page's Content-Security-Policy forbids eval. zod would try it before its first object, which already counts as a violation.
if ('document' in globalThis) z.config({ jitless: true });

/** Schemas that a browser also uses import zod from here. */
export { z };

/** Postgres has no year 0. */
const isAfterYearZero = (date: string) => !date.startsWith('0000');
const yearZeroMessage = 'must be after the year 0';

/** A day that Postgres can store: 2026-11-23. */
export const day = z.iso.date().refine(isAfterYearZero, yearZeroMessage);

/** A moment that Postgres can store, in UTC. */
export const moment = z.iso.datetime().refine(isAfterYearZero, yearZeroMessage);

/** A whole number from 0 that a Postgres integer can store. */
export const nonNegativeInt = z.int32().min(0);
