import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from '../../../../lib/server/platform/find-program.mjs';
import { freePort } from '../../../start/ports.mjs';
import { startGroup } from '../../../start/process-group.mjs';
import { untilAnswers, get, median } from '../timing.ts';

const forMs = 3_000;
const rounds = 3;
const atOnce = 8;

/** Compares range requests to the product with those to nginx on the same disk. */
export async function benchAudio(ours: string, file: string, bytes: number): Promise<void> {
  const program = findProgram(['nginx', '/usr/sbin/nginx']);
  if (program === undefined) console.log('\naudio with Range: there is no nginx here to compare with');
  const nginx = program === undefined ? undefined : await startNginx(program, path.dirname(file));
  const theirs = nginx && `${nginx.url}/${path.basename(file)}`;
  try {
    const rows = [];
    for (const pieceKb of [undefined, 256]) {
      const size = pieceKb && pieceKb * 1024;
      const [product, reference]: [number[], number[]] = [[], []];
      for (let i = 0; i < rounds; i++) {
        product.push(await throughput(ours, bytes, size));
        if (theirs) reference.push(await throughput(theirs, bytes, size));
      }
      rows.push({
        [`range, ${atOnce} at once`]: pieceKb ? `${pieceKb} KiB` : 'from a place to its end',
        'product, MB/s': Math.round(median(product)),
        'nginx, MB/s': Math.round(median(reference)),
        'ratio (target 0.5)': (median(product) / median(reference)).toFixed(2),
      });
    }
    console.table(rows);
  } finally {
    await nginx?.stop();
  }
}

/** Megabytes a second; each request begins at another place. */
async function throughput(url: string, bytes: number, size: number | undefined): Promise<number> {
  const beganMs = performance.now();
  let sent = 0;
  let requestCount = 0;
  const client = async () => {
    while (performance.now() - beganMs < forMs) {
      const start = (requestCount++ * 7919) % Math.floor(bytes / 2);
      const end = size === undefined ? '' : Math.min(bytes, start + size) - 1;
      sent += await get(url, { range: `bytes=${start}-${end}` });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return sent / 1e6 / ((performance.now() - beganMs) / 1000);
}

async function startNginx(
  program: string,
  folder: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const home = await mkdtemp(path.join(tmpdir(), 'ovoz-nginx-'));
  const port = await freePort(undefined);
  const config = path.join(home, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (n) => `${n}_temp_path ${home}/${n};`,
  );
  await writeFile(
    config,
    `${user} daemon off; pid ${home}/pid; error_log /dev/null; worker_processes auto; events {}
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${temporary.join(' ')}
       server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const server = startGroup({ command: program, args: ['-c', config, '-p', home] });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url);
  return { url, stop: () => server.stop().then(() => rm(home, { recursive: true, force: true })) };
}
