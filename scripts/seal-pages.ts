import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { fallbackLanguage } from '../lib/i18n/language.ts';
import { connectSources, contentSecurityPolicy, policyHeader } from '../lib/security-headers.ts';
import { env } from '../lib/server/platform/env.ts';
import { inlineBoundaries } from './inline-boundaries.ts';

/**
 * Runs after `next build`. The pages are made once and served as they are: each is made whole, with nothing for a script to move into
 * its place, and as its inline scripts are known, its Content-Security-Policy gets the hashes of exactly those, in place of a
 * permission for any (docs/decisions/security-headers.md).
 */

const root = path.join(import.meta.dirname, '..');
const pagesDir = path.join(root, '.next', 'server', 'app');
const manifestFile = path.join(root, '.next', 'routes-manifest.json');

const manifestShape = z.looseObject({
  headers: z.array(
    z.looseObject({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
  ),
});

function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\s(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => code ?? '',
  );
  return [...new Set(scripts)].map(
    (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}

/** The address a page is served at, in the form in which the routes of next.config.ts are written. */
function addressOf(file: string): string {
  const [first, ...rest] = file.replace(/\.html$/, '').split(path.sep);
  if (first === '_not-found') return '/:path*';
  return `/${[...(first === fallbackLanguage ? [] : [first]), ...rest].join('/')}`;
}

const policies = new Map<string, string>();
for (const file of readdirSync(pagesDir, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.html') || file.startsWith('_global-error')) continue;
  const html = inlineBoundaries(readFileSync(path.join(pagesDir, file), 'utf8'));
  writeFileSync(path.join(pagesDir, file), html);
  const scripts = inlineScriptHashes(html);
  const connect = connectSources(env().LIVEKIT_URL);
  policies.set(addressOf(file), contentSecurityPolicy({ scripts, connect }));
}

const manifest = manifestShape.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
let sealed = 0;
for (const route of manifest.headers) {
  const policy = policies.get(route.source);
  const header = route.headers.find(({ key }) => key === policyHeader);
  if (!policy || !header) continue;
  header.value = policy;
  sealed += 1;
}
writeFileSync(manifestFile, JSON.stringify(manifest));

const unsealed = [...policies.keys()].filter(
  (address) => !manifest.headers.some(({ source }) => source === address),
);
for (const address of unsealed) console.log(`no headers in next.config.ts for ${address}`);
console.log(`${sealed} pages sealed`);
