import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { connectSources, contentSecurityPolicy } from './security-headers.ts';

function directive(policy: string, name: string): string[] {
  const found = policy.split('; ').find((one) => one.startsWith(`${name} `));
  return found?.split(' ').slice(1) ?? [];
}

test('a page may run only its own scripts and the listed ones', () => {
  const policy = contentSecurityPolicy({ scripts: ["'sha256-abc'"], connect: ['wss://live.example'] });
  expect(directive(policy, 'script-src')).toEqual(["'self'", "'sha256-abc'"]);
  expect(directive(policy, 'connect-src')).toEqual(["'self'", 'wss://live.example']);
  expect(policy).not.toContain('unsafe');
});

test('the allowed style hashes are those of the installed sonner', () => {
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('sonner')
      .replace(/\.js$/, '.mjs'),
    'utf8',
  );
  const literal = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1] ?? '""';
  const styles: unknown = JSON.parse(literal);
  const hashes = ['', String(styles)].map((text) => createHash('sha256').update(text).digest('base64'));
  expect(directive(contentSecurityPolicy({}), 'style-src')).toEqual([
    "'self'",
    ...hashes.map((hash) => `'sha256-${hash}'`),
  ]);
});

test.each([
  [undefined, ['ws://127.0.0.1:*', 'http://127.0.0.1:*', 'ws://localhost:*', 'http://localhost:*']],
  ['wss://live.ovoz.example', ['wss://live.ovoz.example', 'https://live.ovoz.example']],
  ['https://live.ovoz.example:7443', ['wss://live.ovoz.example:7443', 'https://live.ovoz.example:7443']],
  ['ws://10.0.0.7:7880', ['ws://10.0.0.7:7880', 'http://10.0.0.7:7880']],
  ['wss://ovoz-1a2b.livekit.cloud', ['wss://*.livekit.cloud', 'https://*.livekit.cloud']],
])('with LIVEKIT_URL %s the browser may connect to %j', (url, sources) => {
  expect(connectSources(url)).toEqual(sources);
});
