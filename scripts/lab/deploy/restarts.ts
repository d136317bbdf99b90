import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createRoomName } from '../../../lib/contracts/room.ts';
import { wavFile } from '../../../lib/wav.ts';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { freePort } from '../../start/ports.mjs';
import { type ProcessGroup, startGroup } from '../../start/process-group.mjs';
import { caddyInstall, findCaddy } from './manifests.ts';
import { type Bench, type Machine, countRows, until } from './local-parts.ts';

/** A port at which successive web apps run. */
export interface WebPlace {
  port: number;
  start: () => Promise<ProcessGroup>;
}

const sendersAtOnce = 6;
const slowUploadMs = 6_000;
const endsWithinMs = 60_000;
const nginxFile = 'deploy/nginx/ovoz.conf';

/** Writes a proxy's configuration of `deploy/` for these ports. @returns the arguments that run it */
type Proxy = (bench: Bench, folder: string, listen: number, web: number[]) => string[];

const proxies: Record<string, Proxy> = {
  nginx: ({ root }, folder, listen, [first, second]) => {
    const [site = ''] = readFileSync(path.join(root, nginxFile), 'utf8').split(
      /^server \{\n {2}listen 443 ssl;/m,
    );
    const here = site
      .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${listen};`)
      .replace(/^ *(server_name|ssl_).*\n/gm, '')
      .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${second}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const file = path.join(folder, 'nginx.conf');
    const main = `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}`;
    writeFileSync(
      file,
      `${main} events {} http { access_log off; ${temporary.join(' ')} underscores_in_headers on;\n${here}\n}`,
    );
    return ['-c', file, '-e', 'stderr'];
  },
  caddy: ({ root }, folder, listen) => {
    const file = path.join(folder, 'Caddyfile');
    const own = readFileSync(path.join(root, 'deploy/compose/Caddyfile'), 'utf8');
    writeFileSync(file, `{\n\tadmin off\n\thttp_port ${listen}\n}\n${own}`);
    return ['run', '--adapter', 'caddyfile', '--config', file];
  },
};

/**
 * Upgrades the web app behind each proxy while recordings are uploaded, one of them slowly.
 * @returns the faults: an upload without a lead as its answer, or a missing lead
 */
export async function checkRestarts(bench: Bench, machine: Machine, places: WebPlace[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, configure] of Object.entries(proxies)) {
    const program = name === 'caddy' ? findCaddy() : findProgram([name]);
    if (program === undefined) {
      faults.push(`No ${name}: ${name === 'caddy' ? caddyInstall : `apt-get install ${name}`}.`);
      continue;
    }
    const folder = path.join(machine.dataDir, name);
    mkdirSync(folder);
    const listen = await freePort(undefined);
    const url = `http://127.0.0.1:${listen}`;
    const ports = places.map(({ port }) => port);
    const proxy = startGroup({
      command: program,
      args: configure(bench, folder, listen, ports),
      env: {
        ...process.env,
        HOME: folder,
        DOMAIN: url,
        LIVE_DOMAIN: `http://127.0.0.1:${await freePort(undefined)}`,
        WEB: ports.map((port) => `127.0.0.1:${port}`).join(' '),
      },
      logFile: path.join(machine.dataDir, 'logs', `${name}.log`),
    });
    try {
      faults.push(...(await restartBehind(name, url, machine, places)));
    } finally {
      await proxy.kill();
    }
  }
  return faults;
}

async function restartBehind(
  name: string,
  url: string,
  machine: Machine,
  places: WebPlace[],
): Promise<string[]> {
  const countLeads = () => countRows(machine, 'Lead', '"audioKey" IS NOT NULL');
  const before = await countLeads();
  const running = await Promise.all(places.map(({ start }) => start()));
  await until(`${name} leads to the web app`, () => fetch(`${url}/api/ready`).then(({ ok }) => ok));
  const answers: number[] = [];
  let isOver = false;
  const senders = Array.from({ length: sendersAtOnce }, async () => {
    while (!isOver) answers.push(await upload(url));
  });
  const slow = upload(url, slowUploadMs);
  await delay(1_000);
  // The standby restarts first, as in the manual.
  for (const [index, web] of [...running.entries()].reverse()) {
    web.signal('SIGTERM');
    await until('the old web app ends', async () => !web.isRunning(), endsWithinMs);
    running[index] = (await places[index]?.start()) ?? web;
  }
  isOver = true;
  await Promise.all(senders);
  answers.push(await slow);
  for (const web of running) await web.kill();
  const refused = answers.filter((status) => status !== 201);
  const leads = (await countLeads()) - before;
  console.log(`      ${answers.length} uploads through restarts behind ${name}: ${leads} leads`);
  if (refused.length === 0 && leads === answers.length) return [];
  return [
    `Restarts behind ${name}: ${answers.length} uploads, ${leads} leads, refused: ${refused.join(' ')}.`,
  ];
}

const connections = new Agent({ keepAlive: true });

/** Uploads a one-second recording over this time; returns the answer's status, 0 for none. */
async function upload(url: string, overMs = 0): Promise<number> {
  const form = new FormData();
  form.set('phoneNumber', `+99890${randomInt(1_000_000, 10_000_000)}`);
  form.set('duration', '1');
  form.set('roomName', createRoomName());
  form.set('audio', new Blob([wavFile(new Int16Array(16_000).fill(1))]), 'conversation.wav');
  const { headers, body } = new Request(url, { method: 'POST', body: form });
  const type = headers.get('content-type') ?? '';
  const bytes = Buffer.concat(await Array.fromAsync(body ?? []));
  return new Promise((resolve) => {
    const sending = request(`${url}/api/leads`, {
      method: 'POST',
      agent: connections,
      headers: { 'content-type': type, 'content-length': bytes.length },
    });
    sending.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)));
    sending.on('error', () => resolve(0));
    const half = Math.floor(bytes.length / 2);
    sending.write(bytes.subarray(0, half));
    void delay(overMs).then(() => sending.end(bytes.subarray(half)));
  });
}
