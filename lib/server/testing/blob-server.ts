import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { getPayloadFromClientToken } from '@vercel/blob/client';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { requestedHostHeader, redirectBlobHosts } from './blob-hosts.ts';

const storeId = 'teststore';
const token = `vercel_blob_rw_${storeId}_secret`;

interface StoredBlob {
  bytes: Buffer;
  type: string;
  access: string;
  storedAt: string;
}

/** A loopback store that answers those requests of @vercel/blob which the product makes. */
export interface BlobServer {
  token: string;
  /** The value of VERCEL_BLOB_API_URL. */
  url: string;
  blobs: Map<string, StoredBlob>;
  /** Completions that a real store would send after a browser's upload. A test sends them itself. */
  completions: { url: string; body: string; signature: string }[];
  close(): Promise<void>;
}

/** Starts the store and redirects requests to it: VERCEL_BLOB_API_URL for its API, an undici interceptor for blob hosts. */
export async function startBlobServer(): Promise<BlobServer> {
  const blobs = new Map<string, StoredBlob>();
  const parts = new Map<string, Buffer[]>();
  const completions: BlobServer['completions'] = [];
  const server = http.createServer(async (request, response) => {
    // Browsers come from another origin.
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      const requestedHeaders = request.headers['access-control-request-headers'] ?? '';
      const allowed = {
        'access-control-allow-methods': 'PUT, POST',
        'access-control-allow-headers': requestedHeaders,
      };
      response.writeHead(204, allowed).end();
      return;
    }
    const body = Buffer.concat(await Array.fromAsync(request));
    const url = new URL(request.url ?? '/', 'http://store');
    const presentedToken = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const type = request.headers['x-content-type'];
    const hasClientGrant = isGranted(presentedToken, url.searchParams.get('pathname'), type);
    if (presentedToken !== token && !hasClientGrant) return answer(response, 403, failure('forbidden'));
    if (request.headers[requestedHostHeader] !== undefined) return serveBytes(request, response, blobs, url);
    const onStored = (path: string) => {
      const completion = hasClientGrant ? completionOf(presentedToken, describeBlob(path, blobs)) : undefined;
      if (completion) completions.push(completion);
    };
    serveApi({ request, response, blobs, parts, url, body, onStored });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const previousDispatcher = getGlobalDispatcher();
  redirectBlobHosts(url);
  Object.assign(process.env, { VERCEL_BLOB_API_URL: url, VERCEL_BLOB_RETRIES: '0' });
  const close = async () => {
    setGlobalDispatcher(previousDispatcher);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { token, url, blobs, completions, close };
}

interface ApiCall {
  request: http.IncomingMessage;
  response: http.ServerResponse;
  blobs: Map<string, StoredBlob>;
  parts: Map<string, Buffer[]>;
  url: URL;
  body: Buffer;
  onStored: (path: string) => void;
}

/** A client token allows one file: its payload names path and types and is signed with the store's token. */
function isGranted(presentedToken: string, path: string | null, type?: string | string[]): boolean {
  if (!presentedToken.startsWith('vercel_blob_client_')) return false;
  const [signature, payload = ''] = Buffer.from(presentedToken.split('_')[4] ?? '', 'base64')
    .toString()
    .split('.');
  const isOurs = createHmac('sha256', token).update(payload).digest('hex') === signature;
  const { pathname, allowedContentTypes } = getPayloadFromClientToken(presentedToken);
  const isTypeAllowed = typeof type !== 'string' || (allowedContentTypes?.includes(type) ?? true);
  return isOurs && pathname === path && isTypeAllowed;
}

function completionOf(presentedToken: string, blob: object): BlobServer['completions'][number] | undefined {
  const { onUploadCompleted } = getPayloadFromClientToken(presentedToken);
  if (onUploadCompleted === undefined) return undefined;
  const { callbackUrl: url, tokenPayload } = onUploadCompleted;
  const body = JSON.stringify({ type: 'blob.upload-completed', payload: { blob, tokenPayload } });
  return { url, body, signature: createHmac('sha256', token).update(body).digest('hex') };
}

function serveApi({ request, response, blobs, parts, url, body, onStored }: ApiCall): void {
  const path = url.searchParams.get('pathname') ?? '';
  const header = (name: string) => String(request.headers[name] ?? '');
  const store = (bytes: Buffer) => {
    if (blobs.has(path)) return answer(response, 400, failure('bad_request'));
    const storedAt = new Date().toISOString();
    blobs.set(path, {
      bytes,
      type: header('x-content-type'),
      access: header('x-vercel-blob-access'),
      storedAt,
    });
    onStored(path);
    answer(response, 200, describeBlob(path, blobs));
  };
  const requestedUrl = url.searchParams.get('url');
  if (url.pathname === '/delete') {
    const { urls }: { urls: string[] } = JSON.parse(body.toString());
    for (const name of urls) blobs.delete(name.startsWith('http') ? new URL(name).pathname.slice(1) : name);
    answer(response, 200, null);
  } else if (url.pathname === '/mpu') {
    const upload = header('x-mpu-upload-id');
    const action = header('x-mpu-action');
    if (action === 'create') {
      const uploadId = `upload-${parts.size}`;
      parts.set(uploadId, []);
      answer(response, 200, { key: path, uploadId });
    } else if (action === 'upload') {
      (parts.get(upload) ?? [])[Number(header('x-mpu-part-number')) - 1] = body;
      answer(response, 200, { etag: etagOf(body) });
    } else store(Buffer.concat(parts.get(upload) ?? []));
  } else if (request.method === 'PUT') store(body);
  else if (requestedUrl !== null)
    answer(
      response,
      blobs.has(requestedUrl) ? 200 : 404,
      blobs.has(requestedUrl) ? describeBlob(requestedUrl, blobs) : failure('not_found'),
    );
  else answer(response, 200, { blobs: [], hasMore: false });
}

function serveBytes(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  blobs: Map<string, StoredBlob>,
  url: URL,
): void {
  const blob = blobs.get(decodeURIComponent(url.pathname.slice(1)));
  if (blob === undefined) return answer(response, 404, failure('not_found'));
  const headers = { 'content-type': blob.type, etag: etagOf(blob.bytes), 'accept-ranges': 'bytes' };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (first === undefined) {
    response.writeHead(200, { ...headers, 'content-length': blob.bytes.length }).end(blob.bytes);
    return;
  }
  const part = blob.bytes.subarray(Number(first), Number(last) + 1);
  const range = `bytes ${first}-${last}/${blob.bytes.length}`;
  response.writeHead(206, { ...headers, 'content-length': part.length, 'content-range': range }).end(part);
}

function describeBlob(pathname: string, blobs: Map<string, StoredBlob>) {
  const blob = blobs.get(pathname);
  const url = `https://${storeId}.${blob?.access}.blob.vercel-storage.com/${pathname}`;
  return {
    url,
    downloadUrl: `${url}?download=1`,
    pathname,
    contentType: blob?.type,
    contentDisposition: 'inline',
    size: blob?.bytes.length,
    uploadedAt: blob?.storedAt,
    etag: etagOf(blob?.bytes ?? Buffer.alloc(0)),
  };
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
}

function failure(code: string) {
  return { error: { code, message: code } };
}

function answer(response: http.ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
