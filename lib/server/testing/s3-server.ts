import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';

/** An S3 bucket on loopback that checks signatures (AWS Signature Version 4) and, on demand, fails once. */
export interface S3Server {
  settings: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  files: Map<string, { bytes: Buffer; type: string; storedAt: string }>;
  /** The status of the next answers, whatever is asked. */
  failWith: number[];
  /** While set, what is asked for comes so, a piece at a time and without end. */
  drips?: ((response: http.ServerResponse) => void) | undefined;
  close: () => Promise<void>;
}

const keys = { region: 'test-1', accessKeyId: 'test-key', secretAccessKey: 'test-secret' };
const bucket = 'recordings';
const pageSize = 2;

export async function startS3Server(): Promise<S3Server> {
  const files: S3Server['files'] = new Map();
  const failWith: number[] = [];
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request));
    const fault = failWith.shift();
    if (fault !== undefined) return response.writeHead(fault).end();
    if (!isSigned(request))
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const url = new URL(request.url ?? '/', 'http://bucket');
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    const file = files.get(key);
    if (key === '') return response.end(listing(files, url.searchParams));
    if (request.method === 'PUT') {
      const type = String(request.headers['content-type']);
      files.set(key, { bytes: body, type, storedAt: new Date().toISOString() });
      return response.end();
    }
    if (request.method === 'DELETE') {
      files.delete(key);
      return response.writeHead(204).end();
    }
    if (file === undefined) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (running.drips) {
      const drip = setInterval(running.drips, 20, response);
      return response.on('close', () => clearInterval(drip));
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

function listing(files: S3Server['files'], query: URLSearchParams): string {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('continuation-token') ?? ''];
  const names = [...files.keys()].toSorted().filter((name) => name.startsWith(prefix) && name > after);
  const page = names.slice(0, pageSize);
  const entries = page.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>${files.get(name)?.storedAt}</LastModified><Size>1</Size></Contents>`,
  );
  const next = names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`;
}

/** AWS Signature Version 4, worked out from Amazon's description of it. */
function isSigned(request: http.IncomingMessage): boolean {
  const given =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      request.headers.authorization ?? '',
    );
  if (given === null) return false;
  const [, keyId, day = '', region = '', signed = '', signature] = given;
  const url = new URL(request.url ?? '/', 'http://bucket');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const payload = String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, url.pathname, query, headers.join(''), signed, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, hash].join('\n');
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  return (
    keyId === keys.accessKeyId && region === keys.region && hmac(key, text).toString('hex') === signature
  );
}
