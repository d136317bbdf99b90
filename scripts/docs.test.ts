import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { variableNames } from '../lib/server/platform/env.ts';

const pages = globSync(['*.md', 'docs/**/*.md']);
// Generated files are not there before a build.
const ours =
  /`((?!lib\/server\/generated)(?:agent|app|components|deploy|docs|e2e|lib|messages|prisma|public|scripts)\/[\w./[\]-]+)`/g;
const relativeLink = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;

test.each(pages)('%s names files and links pages that exist', (page) => {
  const prose = readFileSync(page, 'utf8').replaceAll(/```[^]*?```/g, '');
  const links = [...prose.matchAll(relativeLink)].map(([, link = '']) => path.join(path.dirname(page), link));
  const files = [...prose.matchAll(ours)].map(([, file = '']) => file);
  expect([...links, ...files].filter((file) => !existsSync(file))).toEqual([]);
});

test('comments name files that exist', () => {
  const sources = globSync('{agent,app,components,e2e,lib,pages,scripts}/**/*.{ts,tsx,mjs}', {
    exclude: ['lib/server/generated/**'],
  });
  const named =
    /(?:\/\/|^ *\/?\*).*?\b(?:agent|app|components|docs|e2e|lib|prisma|scripts)\/[\w./[\]-]+\.(?:ts|tsx|mjs|md)\b.*/gm;
  const files =
    /(?<![\w@./-])(?:agent|app|components|docs|e2e|lib|prisma|scripts)\/[\w./[\]-]+\.(?:tsx?|mjs|md)\b/g;
  const missing = [...sources, ...globSync('*.{ts,mjs}')].flatMap((source) =>
    (readFileSync(source, 'utf8').match(named) ?? [])
      .flatMap((comment) => comment.match(files) ?? [])
      .filter((file) => !existsSync(file))
      .map((file) => `${source}: ${file}`),
  );
  expect(missing).toEqual([]);
});

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Of other programs, in our documents. */
const others = ['NODE_ENV', 'NODE_OPTIONS', 'DOMAIN', 'LIVE_DOMAIN', 'POSTGRES_PASSWORD', 'REGISTRY', 'TAG'];

test.each(pages)('%s has commands that can be given and settings that are known', (page) => {
  const text = readFileSync(page, 'utf8');
  const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  const blocks = [...text.matchAll(/```[^]*?```/g)].join('\n');
  const programs = [...blocks.matchAll(/(?<![\w/.])(?:agent|deploy|scripts)\/[\w/-]+\.\w+/g)].map(
    ([file]) => file,
  );
  const settings = [...blocks.matchAll(/^ *([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect([
    ...commands.filter((name) => !(name in scripts)),
    ...programs.filter((file) => !existsSync(file)),
    ...settings.filter((name) => !variableNames.includes(name) && !others.includes(name)),
  ]).toEqual([]);
});

/** Entities of Mermaid or models of Prisma, each with the names at `place` in its lines. */
function tablesIn(text: string, head: RegExp, place: number): Map<string, string[]> {
  return new Map(
    [...text.matchAll(head)].map(([, name = '', body = '']) => [
      name,
      body.split('\n').flatMap((line) => line.trim().split(/\s+/)[place] ?? []),
    ]),
  );
}

test('the diagram of the tables has every model, with columns that exist', () => {
  const models = tablesIn(readFileSync('prisma/schema.prisma', 'utf8'), /^model (\w+) \{\n(.*?)^\}/gms, 0);
  const drawn = tablesIn(readFileSync('docs/architecture.md', 'utf8'), /^ {2}(\w+) \{\n(.*?)^ {2}\}/gms, 1);
  expect([...drawn.keys()].toSorted()).toEqual([...models.keys()].toSorted());
  const unknown = [...drawn].flatMap(([name, columns]) =>
    columns.filter((column) => !models.get(name)?.includes(column)).map((column) => `${name}.${column}`),
  );
  expect(unknown).toEqual([]);
});
