import { readFileSync } from 'node:fs';

/** The content of a JSON file; undefined if it cannot be read or is no JSON, for example empty after a power failure. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
