import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { variableNames } from '../lib/server/platform/env.ts';

// Generated files do not exist before a build.
const namedPath =
  /`((?!lib\/server\/generated)(?:agent|app|components|deploy|docs|e2e|lib|messages|prisma|public|scripts)\/[\w./[\]-]+)`/g;
const relativeLink = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Variables in the documents that are no settings: those of Node and of our deployment files. */
const otherVariables = [
  'NODE_ENV',
  'NODE_OPTIONS',
  'DOMAIN',
  'LIVE_DOMAIN',
  'POSTGRES_PASSWORD',
  'REGISTRY',
  'TAG',
];

test.each(globSync(['*.md', 'docs/**/*.md']))(
  'the links, files, commands and settings in %s exist',
  (page) => {
    const text = readFileSync(page, 'utf8');
    const namesIn = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
    const files = [
      ...namesIn(namedPath),
      ...namesIn(relativeLink).map((link) => path.join(path.dirname(page), link)),
    ];
    const settings = [...text.matchAll(/```[^]*?```/g)].flatMap(([block]) =>
      [...block.matchAll(/^ *([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name),
    );
    expect([
      ...files.filter((file) => !existsSync(file)),
      ...namesIn(/npm run ([\w:]+)/g).filter((name) => !(name in scripts)),
      ...settings.filter((name) => !variableNames.includes(name) && !otherVariables.includes(name)),
    ]).toEqual([]);
  },
);
