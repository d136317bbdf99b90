import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { variableNames } from '../lib/server/platform/env.ts';

// Generated files do not exist before a build.
const namedPath =
  /`((?!lib\/server\/generated)(?:agent|app|components|deploy|docs|e2e|lib|messages|prisma|public|scripts)\/[\w./[\]-]+)`/g;
const relativeLink = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Shell variables in the documents' code blocks that are not settings. */
const otherVariables = ['TAG'];

test.each(globSync(['*.md', 'docs/**/*.md']))(
  'the relative links, files, commands and assigned settings in %s exist',
  (page) => {
    const text = readFileSync(page, 'utf8');
    const namesIn = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
    const files = [
      ...namesIn(namedPath),
      ...namesIn(relativeLink).map((link) => path.join(path.dirname(page), link)),
    ];
    const settings = [...text.matchAll(/```[^]*?```/g)].flatMap(([block]) =>
      [...block.matchAll(/^ *([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name),
    );
    expect([
      ...files.filter((file) => !existsSync(file)),
      ...namesIn(/npm run ([\w:]+)/g).filter((name) => !(name in scripts)),
      ...settings.filter((name) => !variableNames.includes(name) && !otherVariables.includes(name)),
    ]).toEqual([]);
  },
);
