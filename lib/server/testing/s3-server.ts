import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';

/** A loopback S3 bucket that checks AWS Signature Version 4 in headers and presigned URLs, and fails on demand. */
export interface S3Server {
  settings: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  files: Map<string, { bytes: Buffer; type: string }>;
  /** The statuses with which the next requests fail, in order. */
  failWith: number[];
  /** The bucket's CORS rule: the origin whose pages may put files. */
  corsOrigin?: string | undefined;
  /** If set, an answer with a file never ends: this function is called every 20 ms to write a piece. */
  writePiece?: ((response: http.ServerResponse) => void) | undefined;
  close: () => Promise<void>;
}

const keys = { region: 'test-1', accessKeyId: 'test-key', secretAccessKey: 'test-secret' };
const bucket = 'recordings';
/** The same headers as in docs/deploy/bucket.md. */
const corsHeaders = 'content-type, if-none-match';

export async function startS3Server(): Promise<S3Server> {
  const files: S3Server['files'] = new Map();
  const failWith: number[] = [];
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    const fault = failWith.shift();
    if (fault !== undefined) return response.writeHead(fault).end();
    if (running.corsOrigin !== undefined && request.headers.origin === running.corsOrigin)
      response.setHeader('access-control-allow-origin', running.corsOrigin);
    if (request.method === 'OPTIONS') {
      const headers = { 'access-control-allow-methods': 'PUT', 'access-control-allow-headers': corsHeaders };
      return response.writeHead(response.hasHeader('access-control-allow-origin') ? 200 : 403, headers).end();
    }
    if (!isSigned(request))
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const url = new URL(request.url ?? '/', 'http://bucket');
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    const file = files.get(key);
    if (key === '') return response.end('<?xml version="1.0"?><ListBucketResult></ListBucketResult>');
    if (request.method === 'PUT') {
      if (file !== undefined && request.headers['if-none-match'] === '*')
        return response.writeHead(412).end();
      const type = String(request.headers['content-type']);
      files.set(key, { bytes: body, type });
      return response.end();
    }
    if (request.method === 'DELETE') {
      files.delete(key);
      return response.writeHead(204).end();
    }
    if (file === undefined) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    if (request.method === 'HEAD') return response.setHeader('content-length', file.bytes.length).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (running.writePiece) {
      const timer = setInterval(running.writePiece, 20, response);
      return response.on('close', () => clearInterval(timer));
    }
    if (from === undefined) return response.end(file.bytes);
    response.writeHead(206).end(file.bytes.subarray(Number(from), Number(to) + 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const settings = { ...keys, bucket, endpoint: `http://127.0.0.1:${port}` };
  const running: S3Server = { settings, files, failWith, close };
  return running;
}

interface RequestSignature {
  credential: string;
  /** The names of the signed headers. */
  names: string;
  signature: string;
  date: string;
  payload: string;
}

/** Reads the signature from the header, or from a presigned URL that has not expired. */
function readSignature(
  { headers }: http.IncomingMessage,
  query: URLSearchParams,
): RequestSignature | undefined {
  const header = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    headers.authorization ?? '',
  );
  const payload = headers['x-amz-content-sha256'];
  if (header) {
    const [, credential = '', names = '', signature = ''] = header;
    return { credential, names, signature, date: String(headers['x-amz-date']), payload: String(payload) };
  }
  const [date = '', signature, expiresS] = ['X-Amz-Date', 'X-Amz-Signature', 'X-Amz-Expires'].map(
    (name) => query.get(name) ?? undefined,
  );
  const at = Date.parse(date.replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));
  if (signature === undefined || !(at + Number(expiresS) * 1000 > Date.now())) return undefined;
  query.delete('X-Amz-Signature');
  const credential = query.get('X-Amz-Credential') ?? '';
  return {
    credential,
    names: query.get('X-Amz-SignedHeaders') ?? '',
    signature,
    date,
    payload: 'UNSIGNED-PAYLOAD',
  };
}

/** Verifies AWS Signature Version 4, implemented from Amazon's description. */
function isSigned(request: http.IncomingMessage): boolean {
  const url = new URL(request.url ?? '/', 'http://bucket');
  const auth = readSignature(request, url.searchParams);
  if (auth === undefined) return false;
  const [keyId, day = '', region = ''] = auth.credential.split('/');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const headers = auth.names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, url.pathname, query, headers.join(''), auth.names, auth.payload].join(
    '\n',
  );
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', auth.date, scope, hash].join('\n');
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const isOurs = keyId === keys.accessKeyId && region === keys.region;
  return isOurs && hmac(key, text).toString('hex') === auth.signature;
}
