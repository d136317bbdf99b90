import { readFileSync } from 'node:fs';
import path from 'node:path';
import { apiPagePath, filePathOf } from '../../i18n/routing.ts';
import { connectSources, contentSecurityPolicy } from '../../security-headers.ts';
import { bucketUrl } from '../platform/storage/storage.ts';

/** Written by scripts/build: the hashes of the inline scripts of each prerendered page. */
export const pageScriptsFile = 'lib/server/generated/page-scripts.json';
export const notFoundPage = '/_not-found';

export interface PagePolicy {
  policy: string;
  /** The middleware passes the policy on to Next, which takes the nonce of the page's inline scripts from it. */
  hasNonce: boolean;
}

const blobUploadUrl = 'https://vercel.com/api/blob/';

/** The targets of direct uploads, for connect-src. */
function uploadSources(): string[] {
  const { BLOB_READ_WRITE_TOKEN, S3_UPLOADS, S3_ENDPOINT = '', S3_BUCKET } = process.env;
  if (BLOB_READ_WRITE_TOKEN) return [blobUploadUrl];
  return S3_UPLOADS === 'browser' && S3_BUCKET ? [`${bucketUrl(S3_ENDPOINT, S3_BUCKET)}/`] : [];
}

let pageScripts: Record<string, string[]> | undefined;
const policies = new Map<string, PagePolicy>();

/**
 * The Content-Security-Policy of a page. Prerendered pages allow their inline scripts by hash, the others by a nonce, the API page
 * none. Development allows all.
 * @param pathname as the visitor requests it
 */
export function pagePolicy(pathname: string): PagePolicy {
  const connect = [...connectSources(process.env.LIVEKIT_URL), ...uploadSources()];
  if (process.env.NODE_ENV === 'development')
    return { policy: contentSecurityPolicy({ connect, dev: true }), hasNonce: false };
  const cachedPolicy = policies.get(pathname);
  if (cachedPolicy) return cachedPolicy;
  const page = filePathOf(pathname);
  // Scalar puts its style sheet into the page.
  if (page.endsWith(apiPagePath))
    return { policy: contentSecurityPolicy({ inlineStyles: true }), hasNonce: false };
  pageScripts ??= readPageScripts();
  const hashes = Object.hasOwn(pageScripts, page) ? pageScripts[page] : undefined;
  if (hashes) {
    const sealedPolicy = { policy: contentSecurityPolicy({ scripts: hashes, connect }), hasNonce: false };
    policies.set(pathname, sealedPolicy);
    return sealedPolicy;
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const allowed = [`'nonce-${nonce}'`, ...(pageScripts[notFoundPage] ?? [])];
  return { policy: contentSecurityPolicy({ scripts: allowed, connect }), hasNonce: true };
}

/** @throws Error if the build is not sealed: its pages would have no scripts */
export function readPageScripts(): Record<string, string[]> {
  const file = path.join(process.cwd(), 'lib', 'server', 'generated', 'page-scripts.json');
  const hashes: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'));
  if (!hashes[notFoundPage]) throw new Error('The build is not sealed: make it with `npm run build`.');
  return hashes;
}
