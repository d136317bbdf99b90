import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '../../lib/i18n/language.ts';
import { publicPages } from '../../lib/i18n/routing.ts';
import { notFoundPage, pageScriptsFile } from '../../lib/server/http/page-policy.ts';

/** Hashes of the inline scripts of each prerendered page, by its path in the build: /uz/terms. */
export type PageScripts = Record<string, string[]>;

/** Next's last resort after a crash, whose scripts need not run. */
const unsealedPages = ['/_global-error'];
const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/gi;
const dataType = /\stype="application\/(ld\+)?json"/i;
const eventHandler = /<[a-z][^>]*\son[a-z]+\s*=\s*["']/i;

/** @throws Error if the page has inline code that a hash cannot allow */
function scriptHashes(page: string, html: string): string[] {
  const withoutScripts = html.replaceAll(inlineScript, '');
  if (eventHandler.test(withoutScripts)) throw new Error(`${page} has an inline event handler.`);
  if (/<script(?![^>]*\ssrc=)/i.test(withoutScripts)) throw new Error(`${page} has a script without an end.`);
  const hashes = [...html.matchAll(inlineScript)]
    .filter(([, attributes = '']) => !dataType.test(attributes))
    .map(([, , code = '']) => createHash('sha256').update(code).digest('base64'));
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`);
}

/**
 * @param pages the HTML of each prerendered page
 * @throws Error if a public page was not prerendered
 */
export function sealPages(pages: Map<string, string>): PageScripts {
  const requiredPages = publicPages.flatMap((page) =>
    languages.map((language) => `/${language}${page === '/' ? '' : page}`),
  );
  const missing = [...requiredPages, notFoundPage].filter((page) => !pages.has(page));
  if (missing.length > 0) throw new Error(`Not prerendered: ${missing.join(', ')}`);
  return Object.fromEntries(
    [...pages]
      .filter(([page]) => !unsealedPages.includes(page))
      .map(([page, html]) => [page, scriptHashes(page, html)]),
  );
}

/** Seals a build without an adapter, whose prerendered pages are files. */
export function sealBuild(root: string): void {
  const dir = path.join(root, '.next', 'server', 'app');
  const pages = new Map(
    globSync('**/*.html', { cwd: dir }).map((file) => [
      `/${file.slice(0, -'.html'.length).split(path.sep).join('/')}`,
      readFileSync(path.join(dir, file), 'utf8'),
    ]),
  );
  writePageScripts(root, sealPages(pages));
}

/** Writes the hashes for the middleware, also into the copy of `output: standalone`. */
export function writePageScripts(root: string, scripts: PageScripts): void {
  const standalone = path.join(root, '.next', 'standalone');
  for (const dir of [root, ...(existsSync(standalone) ? [standalone] : [])]) {
    const file = path.join(dir, pageScriptsFile);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(scripts, null, 1));
  }
}
