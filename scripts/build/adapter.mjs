import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { notFoundPage, pageScriptsFile } from '../../lib/server/http/page-policy.ts';
import { sealPages, writePageScripts } from './seal.ts';

const platformModule = await import(pathToFileURL(process.env.PLATFORM_ADAPTER_PATH ?? '').href);
const platform = platformModule.default?.default ?? platformModule.default ?? platformModule;

/**
 * Seals the pages, gives the middleware their hashes, removes tests from the functions, then calls the platform's adapter.
 * @type {import('next').NextAdapter}
 */
const adapter = {
  ...platform,
  async onBuildComplete(context) {
    const { outputs, projectDir, repoRoot } = context;
    const htmlPages = outputs.prerenders.filter(({ fallback }) => fallback?.filePath?.endsWith('.html'));
    const pageFiles = [
      ...htmlPages.map(({ pathname, fallback }) => [pathname, fallback?.filePath]),
      ...outputs.staticFiles
        .filter(({ filePath }) => filePath.endsWith('.html'))
        // With a `pages` folder, Next stores the app's not-found page only as `/404`.
        .map(({ pathname, filePath }) => [pathname === '/404' ? notFoundPage : pathname, filePath]),
    ];
    writePageScripts(
      projectDir,
      sealPages(new Map(pageFiles.map(([pathname, file]) => [pathname, readFileSync(file, 'utf8')]))),
    );
    if (outputs.middleware === undefined) throw new Error('The build has no middleware to send the policy.');
    const file = path.join(projectDir, pageScriptsFile);
    const asset = path.relative(repoRoot, file);
    outputs.middleware.assets[asset] = file;
    outputs.middleware.assetsHashes[asset] = createHash('sha256').update(readFileSync(file)).digest('hex');
    // Next applies no outputFileTracingExcludes to instrumentation, whose files are in every function.
    const { appPages, appRoutes, pages, pagesApi, middleware } = outputs;
    for (const { assets, assetsHashes } of [appPages, appRoutes, pages, pagesApi, middleware].flat())
      for (const testFile of Object.keys(assets).filter((name) => name.endsWith('.test.ts'))) {
        delete assets[testFile];
        delete assetsHashes[testFile];
      }
    await platform.onBuildComplete?.(context);
  },
};

export default adapter;
