import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The content of a JSON file; undefined if it cannot be read or is no JSON, for example empty after a power failure. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a file that only this account can read. A kill or a power failure leaves the old content or the new one. */
export function replaceFile(file: string, content: string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
