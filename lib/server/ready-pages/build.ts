import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { fallbackLanguage, isLanguage } from '../../i18n/language.ts';
import { type ReadyPage, readyPage } from './ready-page.ts';

const pair = z.object({ key: z.string(), value: z.string() });
const routes = z.object({ headers: z.array(z.object({ source: z.string(), headers: z.array(pair) })) });
const prerendered = z.object({
  routes: z.record(
    z.string(),
    z.object({ initialRevalidateSeconds: z.union([z.number(), z.literal(false)]) }),
  ),
});

/** As Next sends with a page that never changes. */
const ofEveryPage: [string, string][] = [
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Cache-Control', 's-maxage=31536000'],
  [
    'Vary',
    'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding',
  ],
];

/**
 * A page of the build, ready to be sent.
 * @param nextDir the build's folder
 * @param page its path, as a visitor asks for it
 * @returns null for one that is made for each request, or anew from time to time
 */
export async function pageOfBuild(nextDir: string, page: string): Promise<ReadyPage | null> {
  const read = (...names: string[]) => readFile(path.join(nextDir, ...names));
  const inBuild = isLanguage(page.split('/')[1]) ? page : `/${fallbackLanguage}${page === '/' ? '' : page}`;
  const known = prerendered.parse(JSON.parse(String(await read('prerender-manifest.json'))));
  if (known.routes[inBuild]?.initialRevalidateSeconds !== false) return null;
  const { headers } = routes.parse(JSON.parse(String(await read('routes-manifest.json'))));
  const own = headers.filter(({ source }) => source === '/:path*' || source === page);
  const pairs = own.flatMap((route) => route.headers.map(({ key, value }): [string, string] => [key, value]));
  return readyPage(await read('server', 'app', `${inBuild}.html`), [...new Map([...ofEveryPage, ...pairs])]);
}
