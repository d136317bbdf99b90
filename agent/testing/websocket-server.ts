import { createHash } from 'node:crypto';
import { type IncomingMessage, createServer } from 'node:http';
import type { Duplex } from 'node:stream';

const textOpcode = 0x81;
const binaryOpcode = 0x82;

type Message = string | Uint8Array;
/** Sends a message to one connection. Each connection has its own. */
export type Reply = (message: Message) => void;

/** A vendor's WebSocket server on loopback. */
export class WebSocketServer {
  readonly upgradeRequests: IncomingMessage[] = [];
  /** The HTTP status that refuses further connections. */
  refusalStatus: number | undefined;
  readonly #sockets = new Set<Duplex>();
  readonly #server = createServer();
  readonly #receive: (payload: Buffer, reply: Reply) => void;

  constructor(receive: (payload: Buffer, reply: Reply) => void) {
    this.#receive = receive;
    this.#server.on('upgrade', (request, socket) => this.#accept(request, socket));
  }

  /** Returns the address, which begins with ws:. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `ws://127.0.0.1:${address.port}`;
  }

  /** Sends to all connections: a string as text, bytes as binary. */
  send(message: Message): void {
    for (const socket of this.#sockets) socket.write(frameOf(message));
  }

  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.drop();
    this.#server.close();
  }

  #accept(request: IncomingMessage, socket: Duplex): void {
    this.upgradeRequests.push(request);
    socket.on('error', () => {});
    if (this.refusalStatus !== undefined) {
      socket.end(`HTTP/1.1 ${this.refusalStatus} Refused\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    this.#sockets.add(socket);
    const reply: Reply = (message) => socket.write(frameOf(message));
    let unreadBytes = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      unreadBytes = Buffer.concat([unreadBytes, bytes]);
      for (let frame = unmask(unreadBytes); frame !== undefined; frame = unmask(unreadBytes)) {
        unreadBytes = unreadBytes.subarray(frame.bytes);
        if (frame.opcode === 1 || frame.opcode === 2) this.#receive(frame.payload, reply);
        else if (frame.opcode === 8) socket.end(Buffer.from([0x88, 0]));
      }
    });
    socket.on('close', () => this.#sockets.delete(socket));
  }
}

function frameOf(message: Message): Buffer {
  const payload = Buffer.from(message);
  const opcode = typeof message === 'string' ? textOpcode : binaryOpcode;
  const head =
    payload.length < 126
      ? Buffer.from([opcode, payload.length])
      : Buffer.from([opcode, 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([head, payload]);
}

/** Reads a client's frame; undefined if it is not complete yet. */
function unmask(bytes: Buffer) {
  if (bytes.length < 6) return undefined;
  const opcode = (bytes[0] ?? 0) & 15;
  const shortLength = (bytes[1] ?? 0) & 127;
  const maskOffset = shortLength === 126 ? 4 : 2;
  const length = shortLength === 126 ? bytes.readUInt16BE(2) : shortLength;
  if (bytes.length < maskOffset + 4 + length) return undefined;
  const mask = bytes.subarray(maskOffset, maskOffset + 4);
  const payload = Buffer.from(bytes.subarray(maskOffset + 4, maskOffset + 4 + length));
  payload.forEach((byte, index) => (payload[index] = byte ^ (mask[index % 4] ?? 0)));
  return { opcode, payload, bytes: maskOffset + 4 + length };
}
