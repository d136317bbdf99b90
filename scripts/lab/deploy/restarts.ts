import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { createRoomName } from '../../../lib/contracts/room.ts';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { wavFile } from '../../../lib/wav.ts';
import { freePort } from '../../start/ports.mjs';
import type { ProcessGroup } from '../../start/process-group.mjs';
import { isAnswering, until } from '../../start/wait-until.ts';
import { writeNginxConfig } from '../nginx.ts';
import { type LocalParts, countRows, startBeside } from './local-parts.ts';
import { caddyInstall } from './manifests.ts';

type StartWeb = (port: number) => Promise<ProcessGroup>;

const sendersAtOnce = 6;
const slowUploadMs = 6_000;

interface Proxy {
  install: string;
  /** Writes the configuration of `deploy/` for these ports. @returns the arguments that run it */
  configure: (root: string, folder: string, listenPort: number, web: number[]) => string[];
}

const proxies: Record<string, Proxy> = {
  nginx: {
    install: 'apt-get install nginx',
    configure: (root, folder, listenPort, [first, second]) => {
      const deployedConfig = readFileSync(path.join(root, 'deploy/nginx/ovoz.conf'), 'utf8');
      const [site = ''] = deployedConfig.split(/^server \{\n {2}listen 443 ssl;/m);
      const localSite = site
        .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${listenPort};`)
        .replace(/^ *(server_name|ssl_).*\n/gm, '')
        .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
        .replace('127.0.0.1:3001', `127.0.0.1:${second}`);
      return writeNginxConfig(folder, `underscores_in_headers on;\n${localSite}`);
    },
  },
  caddy: {
    install: caddyInstall,
    configure: (root, folder, listenPort) => {
      const file = path.join(folder, 'Caddyfile');
      const deployedConfig = readFileSync(path.join(root, 'deploy/compose/Caddyfile'), 'utf8');
      writeFileSync(file, `{\n\tadmin off\n\thttp_port ${listenPort}\n}\n${deployedConfig}`);
      return ['run', '--adapter', 'caddyfile', '--config', file];
    },
  },
};

/**
 * Upgrades two web apps behind each proxy while recordings are uploaded, one of them slowly.
 * @returns the faults: an upload without a lead as its answer, or a missing lead
 */
export async function checkRestarts(root: string, parts: LocalParts, startWeb: StartWeb): Promise<string[]> {
  const faults: string[] = [];
  const ports = [await freePort(undefined), await freePort(undefined)];
  for (const [name, { install, configure }] of Object.entries(proxies)) {
    const program = findProgram([name]);
    if (program === undefined) {
      faults.push(`No ${name}: ${install}.`);
      continue;
    }
    const folder = path.join(parts.dataDir, name);
    mkdirSync(folder);
    const listenPort = await freePort(undefined);
    const url = `http://127.0.0.1:${listenPort}`;
    const proxy = startBeside(parts, {
      command: program,
      args: configure(root, folder, listenPort, ports),
      env: {
        ...process.env,
        HOME: folder,
        DOMAIN: url,
        LIVE_DOMAIN: `http://127.0.0.1:${await freePort(undefined)}`,
        WEB: ports.map((port) => `127.0.0.1:${port}`).join(' '),
      },
      logFile: path.join(parts.dataDir, 'logs', `${name}.log`),
    });
    const countLeads = () => countRows(parts.databaseUrl, 'Lead', '"audioKey" IS NOT NULL');
    const leadsBefore = await countLeads();
    const answers = await uploadThroughRestarts(url, ports, startWeb).finally(proxy.kill);
    const leads = (await countLeads()) - leadsBefore;
    const refused = answers.filter((status) => status !== 201);
    console.log(`      ${answers.length} uploads through restarts behind ${name}: ${leads} leads`);
    if (refused.length > 0 || leads !== answers.length)
      faults.push(
        `Behind ${name}: ${answers.length} uploads, ${leads} leads, refused: ${refused.join(' ')}.`,
      );
  }
  return faults;
}

/** @returns the status of each upload's answer */
async function uploadThroughRestarts(url: string, ports: number[], startWeb: StartWeb): Promise<number[]> {
  const webApps = await Promise.all(ports.map(startWeb));
  await until('the proxy leads to the web app', () => isAnswering(`${url}/api/ready`));
  const answers: number[] = [];
  let isOver = false;
  const senders = Array.from({ length: sendersAtOnce }, async () => {
    while (!isOver) answers.push(await upload(url));
  });
  const slowUpload = upload(url, slowUploadMs);
  await delay(1_000);
  // The standby restarts first, as in the manual.
  for (const [index, web] of [...webApps.entries()].reverse()) {
    web.signal('SIGTERM');
    await until('the old web app ends', () => !web.isRunning());
    webApps[index] = await startWeb(ports[index] ?? 0);
  }
  isOver = true;
  await Promise.all(senders);
  answers.push(await slowUpload);
  for (const web of webApps) await web.kill();
  return answers;
}

/** Uploads a one-second recording over this time; returns the answer's status, 0 for none. */
async function upload(url: string, overMs = 0): Promise<number> {
  const form = new FormData();
  form.set('phoneNumber', `+99890${randomInt(1_000_000, 10_000_000)}`);
  form.set('duration', '1');
  form.set('roomName', createRoomName());
  form.set('audio', new Blob([wavFile(new Int16Array(16_000).fill(1))]), 'conversation.wav');
  const { headers, body } = new Request(url, { method: 'POST', body: form });
  const bytes = Buffer.concat(await Array.fromAsync(body ?? []));
  const half = Math.floor(bytes.length / 2);
  async function* slowly() {
    yield bytes.subarray(0, half);
    await delay(overMs);
    yield bytes.subarray(half);
  }
  try {
    const answer = await request(`${url}/api/leads`, {
      method: 'POST',
      headers: { 'content-type': headers.get('content-type') ?? '', 'content-length': `${bytes.length}` },
      body: Readable.from(slowly()),
    });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return 0;
  }
}
