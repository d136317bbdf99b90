import path from 'node:path';
import { findProgram } from '../../../../lib/server/platform/find-program.mjs';
import { freePort } from '../../../start/ports.mjs';
import { startGroup } from '../../../start/process-group.mjs';
import { isAnswering, until } from '../../../start/wait-until.ts';
import { writeNginxConfig } from '../../nginx.ts';
import { get, medians } from '../timing.ts';

const measureMs = 3_000;
const rounds = 3;
const atOnce = 8;
const pieceBytes = 256 * 1024;

/** Compares range requests to the product with those to nginx on the same disk. */
export async function benchAudio(productUrl: string, file: string, bytes: number): Promise<void> {
  const program = findProgram(['nginx', '/usr/sbin/nginx']);
  if (program === undefined) return console.log('\naudio with Range: there is no nginx here to compare with');
  const folder = path.dirname(file);
  const port = await freePort(undefined);
  const server = `server { listen 127.0.0.1:${port}; root ${folder}; }`;
  const args = writeNginxConfig(folder, `sendfile on; tcp_nopush on; keepalive_requests 1000000; ${server}`);
  const nginx = startGroup({ command: program, args });
  try {
    const nginxUrl = `http://127.0.0.1:${port}/${path.basename(file)}`;
    await until('nginx answers', () => isAnswering(nginxUrl));
    for (const rangeBytes of [bytes, pieceBytes]) {
      const [product = NaN, reference = NaN] = await medians(
        rounds,
        [productUrl, nginxUrl].map((url) => () => throughput(url, bytes, rangeBytes)),
      );
      console.log(
        `audio with Range, ${rangeBytes === bytes ? 'to the end' : 'by 256 KiB'}, ${atOnce} at once: ` +
          `${product.toFixed(0)} MB/s, nginx ${reference.toFixed(0)}, ratio ${(product / reference).toFixed(2)} (target 0.5)`,
      );
    }
  } finally {
    await nginx.stop();
  }
}

/** Megabytes a second; each request begins at another place. */
async function throughput(url: string, bytes: number, rangeBytes: number): Promise<number> {
  const beganMs = performance.now();
  let receivedBytes = 0;
  let requestCount = 0;
  const client = async () => {
    while (performance.now() - beganMs < measureMs) {
      const start = (requestCount++ * 7919) % Math.floor(bytes / 2);
      receivedBytes += await get(url, { range: `bytes=${start}-${Math.min(bytes, start + rangeBytes) - 1}` });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return receivedBytes / 1e6 / ((performance.now() - beganMs) / 1000);
}
