import { ServerMessage, WorkerMessage } from '@livekit/protocol';
import { AccessToken } from 'livekit-server-sdk';
import type { LiveKitSettings } from '../../lib/server/platform/livekit.ts';

const beatMs = 2_500;
/** The silence after which the connection is closed: a server whose machine is gone cannot close it. */
const silentMs = 10_000;
/** The token opens the connection and is of no use after that. */
const tokenTtlS = 60;

export type Incoming = ServerMessage['message'];
export type Outgoing = NonNullable<ConstructorParameters<typeof WorkerMessage>[0]>['message'];

export interface ServerEvents {
  onOpen(): void;
  onMessage(message: Incoming): void;
  /** Called every few seconds. */
  onBeat(): void;
}

/** The address of LiveKit's endpoint for agents, with a token. */
export async function agentAddress({ url, key, secret }: LiveKitSettings): Promise<URL> {
  const token = new AccessToken(key, secret, { ttl: tokenTtlS });
  token.addGrant({ agent: true });
  const address = new URL('agent', url.replace(/^http/, 'ws').replace(/\/?$/, '/'));
  address.searchParams.set('access_token', await token.toJwt());
  return address;
}

/** A connection to the LiveKit server, by its agent protocol. It closes when the server is silent for too long. */
export class ServerConnection {
  readonly #socket: WebSocket;
  readonly #events: ServerEvents;
  readonly #over = new AbortController();
  readonly #timer = setInterval(() => this.#beat(), beatMs);
  #heardAtMs = Date.now();
  #beatAtMs = Date.now();

  constructor(address: URL, events: ServerEvents) {
    const { signal } = this.#over;
    this.#events = events;
    this.#socket = new WebSocket(address);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => events.onOpen(), { signal });
    this.#socket.addEventListener('message', ({ data }) => this.#receive(data), { signal });
    this.#socket.addEventListener('close', () => this.close(), { signal });
  }

  /** Resolves once it is closed, by either side. */
  async untilClosed(): Promise<void> {
    const { signal } = this.#over;
    if (signal.aborted) return;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }

  /** Drops the message if the connection is not open. */
  send(message: Outgoing): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(new Uint8Array(new WorkerMessage({ message }).toBinary()));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#over.abort();
    this.#socket.close();
  }

  #receive(data: unknown): void {
    if (!(data instanceof ArrayBuffer)) return;
    this.#heardAtMs = Date.now();
    this.#events.onMessage(ServerMessage.fromBinary(new Uint8Array(data)).message);
  }

  #beat(): void {
    const nowMs = Date.now();
    // After a halt of this process, the silence is not the server's.
    if (nowMs - this.#beatAtMs > 2 * beatMs) this.#heardAtMs = nowMs;
    this.#beatAtMs = nowMs;
    if (nowMs - this.#heardAtMs > silentMs) return this.close();
    this.#events.onBeat();
    this.send({ case: 'ping', value: { timestamp: BigInt(nowMs) } });
  }
}
