import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const pages = globSync(['*.md', 'docs/**/*.md']);
// What is generated is not there before a build.
const ours =
  /`((?!lib\/server\/generated)(?:agent|app|components|deploy|docs|e2e|lib|messages|prisma|public|scripts)\/[\w./[\]-]+)`/g;
const relativeLink = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;

test.each(pages)('%s names files and links pages that exist', (page) => {
  const prose = readFileSync(page, 'utf8').replaceAll(/```[^]*?```/g, '');
  const links = [...prose.matchAll(relativeLink)].map(([, link = '']) => path.join(path.dirname(page), link));
  const files = [...prose.matchAll(ours)].map(([, file = '']) => file);
  expect([...links, ...files].filter((file) => !existsSync(file))).toEqual([]);
});
