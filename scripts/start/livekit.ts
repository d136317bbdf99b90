import path from 'node:path';
import { replaceFile } from '../../lib/server/platform/state-file.ts';
import { type Launch, logFileOf } from './launch.ts';
import type { LocalSettings } from './local-settings.ts';
import { runPart } from './part.ts';
import { StepFailed } from './progress.mjs';
import { isAnswering, waitUntil } from './wait-until.ts';

const readyLimitMs = 20_000;

export interface CallServer {
  LIVEKIT_URL: string;
  LIVEKIT_API_KEY: string;
  LIVEKIT_API_SECRET: string;
}

/**
 * Starts a LiveKit server that only this machine can reach.
 * @returns its address and keys, once it answers
 * @throws StepFailed if it does not answer in time
 */
export async function startLiveKit(
  launch: Launch,
  local: LocalSettings,
  binary: string,
): Promise<CallServer> {
  const config = path.join(launch.dataDir, 'livekit.yaml');
  replaceFile(config, livekitConfig(local));
  runPart(launch, {
    name: 'livekit',
    title: 'LiveKit server',
    program: { command: binary, args: ['--config', config], env: process.env },
  });
  const address = `127.0.0.1:${local.ports.livekit}`;
  if (!(await waitUntil(() => isAnswering(`http://${address}/`), readyLimitMs, launch.signal)))
    throw new StepFailed('The LiveKit server did not answer in time.', {
      logFile: logFileOf(launch, 'livekit'),
      advice: 'set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET to use another server.',
    });
  return {
    LIVEKIT_URL: `ws://${address}`,
    LIVEKIT_API_KEY: local.livekitApiKey,
    LIVEKIT_API_SECRET: local.livekitApiSecret,
  };
}

/**
 * Binds signalling and media to the loopback address. TCP for media is off because LiveKit would bind it to every interface.
 */
export function livekitConfig({ ports, livekitApiKey, livekitApiSecret }: LocalSettings): string {
  return `port: ${ports.livekit}
bind_addresses: ["127.0.0.1"]
rtc:
  tcp_port: 0
  udp_port: ${ports.livekitUdp}
  node_ip: 127.0.0.1
  use_external_ip: false
  enable_loopback_candidate: true
  ips:
    includes: [127.0.0.1/32]
room:
  auto_create: false
keys:
  ${livekitApiKey}: ${livekitApiSecret}
logging:
  # Its warnings print refused tokens whole.
  level: error
`;
}
