import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { NextConfig } from 'next';
import createNextIntlPlugin from 'next-intl/plugin';
import { pageRewrites } from './lib/i18n/routing.ts';
import { responseHeaders } from './lib/security-headers.ts';

const withNextIntl = createNextIntlPlugin('./lib/i18n/request.ts');

const isContainerImage = process.env.NEXT_OUTPUT === 'standalone';

/** Next does not trace side processes (lib/server/platform/side-process.ts): no import leads to these programs. */
const sideProcessFiles = globSync('lib/**/*.{ts,mjs}', {
  cwd: import.meta.dirname,
  exclude: ['**/*.test.ts', '**/testing/**'],
});

/** Next traces these, too; the server never reads them. */
const neverRead = [
  '**/*.test.ts',
  'lib/**/fixtures/**',
  '**/node_modules/@img/**',
  '**/node_modules/sharp/**',
];

/** The name of the build that `next start` serves; `npm run build` gives it to Next in NEXT_DEPLOYMENT_ID. */
function builtDeployment(): string | undefined {
  const file = path.join(import.meta.dirname, '.next', 'BUILD_ID');
  return process.env.NODE_ENV === 'production' && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const config: NextConfig = {
  generateBuildId: () => process.env.NEXT_DEPLOYMENT_ID ?? null,
  deploymentId: builtDeployment(),
  // Every file has the build's name in its address, preloaded fonts too (app/[locale]/layout.tsx).
  supportsImmutableAssets: false,
  output: isContainerImage ? 'standalone' : undefined,
  poweredByHeader: false,
  reactStrictMode: true,
  outputFileTracingRoot: import.meta.dirname,
  // The address of a font file is needed to preload it (app/[locale]/layout.tsx).
  turbopack: {
    root: import.meta.dirname,
    rules: { '*.woff2': { condition: { query: '?url' }, type: 'asset' } },
  },
  serverExternalPackages: ['pg', 'pg-boss', '@echogarden/espeak-ng-emscripten'],
  outputFileTracingIncludes: {
    '/api/**': [
      ...sideProcessFiles,
      'node_modules/@audio/**',
      'node_modules/@echogarden/espeak-ng-emscripten/**',
      'node_modules/@eshaz/**',
      'node_modules/@wasm-audio-decoders/**',
      'node_modules/codec-parser/**',
      'node_modules/mediabunny/package.json',
      'node_modules/mediabunny/dist/modules/**/*.js',
      'node_modules/mpg123-decoder/**',
      'node_modules/opus-decoder/**',
      'node_modules/simple-yenc/**',
      'node_modules/zod/package.json',
      'node_modules/zod/index.js',
      'node_modules/zod/v4/**/*.js',
      // Runs the models of this machine; a function on Vercel has none.
      ...(isContainerImage ? ['node_modules/sherpa-onnx-*/**'] : []),
    ],
  },
  // Pictures are served as they are: nothing resizes them at run time.
  images: { unoptimized: true },
  outputFileTracingExcludes: { '/**': neverRead },
  // `npm test` checks the types; a build does not do it again.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    globalNotFound: true,
    // Bytes before minification. Few large chunks compress better than a dozen of a few kB, and suit a slow connection. The price: two
    // pages load some code twice.
    turbopackChunking: { minChunkSize: 500_000, maxMergeChunkSize: 3_000_000 },
    // Writing this cache takes a third of a first build. An unchanged product is not built again.
    turbopackFileSystemCacheForBuild: false,
  },
  headers: async () => responseHeaders(process.env.NODE_ENV === 'development'),
  rewrites: async () => pageRewrites,
};

export default withNextIntl(config);
