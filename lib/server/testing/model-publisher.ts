import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { defaultRecognizers } from '../speech/models/default-recognizers.ts';

/** The folder of a recognition model that writes an "a" for each 200 ms of voice. */
export const smallRecognizer = path.join(
  import.meta.dirname,
  '../speech/vendors/sherpa/fixtures/loudness-transducer',
);

/** The repositories of the default recognisers, with a small model in each. A file whose checksum is in the catalogue does not match it. */
export function smallRecognizers(): Record<string, Record<string, Buffer>> {
  const small = (name: string) => readFileSync(path.join(smallRecognizer, name.replace('.int8', '')));
  return Object.fromEntries(
    defaultRecognizers.map(({ repository, files }) => [
      repository,
      Object.fromEntries(
        files.map(({ from, to, sha256 }) => [from, sha256 === undefined ? small(to) : Buffer.alloc(9)]),
      ),
    ]),
  );
}

export interface ModelPublisher {
  url: string;
  /** The path of each requested file. */
  requestedPaths: string[];
  /** Serves this many bytes of a file and then stalls until `resume` is called. */
  stallAfter(
    path: string,
    afterBytes: number,
  ): { stalled: Promise<void>; disconnected: Promise<void>; resume(): void };
  /** From now on a file differs from its published checksum. */
  damage(path: string): void;
  stop(): void;
}

/** Starts a loopback publisher with the API of Hugging Face: the list of a repository’s files, and each file. */
export async function startModelPublisher(
  repositories: Record<string, Record<string, Buffer>>,
): Promise<ModelPublisher> {
  const stalls = new Map<
    string,
    { afterBytes: number; onStalled: () => void; onDisconnected: () => void; resumed: Promise<void> }
  >();
  const damaged = new Set<string>();
  const requestedPaths: string[] = [];

  async function send(response: ServerResponse, path: string, content: Buffer) {
    requestedPaths.push(path);
    const bytes = damaged.has(path) ? Buffer.alloc(content.length, 'x') : content;
    response.writeHead(200, { 'content-length': bytes.length });
    const stall = stalls.get(path);
    if (stall === undefined) return response.end(bytes);
    response.write(bytes.subarray(0, stall.afterBytes));
    response.once('close', stall.onDisconnected);
    stall.onStalled();
    await stall.resumed;
    return response.end(bytes.subarray(stall.afterBytes));
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, listedRepository] = /^\/api\/models\/([^/]+\/[^/]+)\/tree\//.exec(pathname) ?? [];
    if (listedRepository !== undefined) {
      const files = Object.entries(repositories[listedRepository] ?? {}).map(([path, content]) => ({
        type: 'file',
        path,
        size: content.length,
        oid: createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex'),
        ...(path.endsWith('.onnx') && {
          lfs: { oid: createHash('sha256').update(content).digest('hex'), size: content.length },
        }),
      }));
      return void response.end(JSON.stringify(files));
    }
    const [, repository = '', path = ''] = /^\/([^/]+\/[^/]+)\/resolve\/[^/]+\/(.+)$/.exec(pathname) ?? [];
    const content = repositories[repository]?.[path];
    if (content === undefined) return void response.writeHead(404).end();
    void send(response, path, content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requestedPaths,
    stallAfter(path, afterBytes) {
      const [stalled, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const disconnected = Promise.withResolvers<void>();
      stalls.set(path, {
        afterBytes,
        onStalled: stalled.resolve,
        onDisconnected: disconnected.resolve,
        resumed: resumed.promise,
      });
      const resume = () => {
        stalls.delete(path);
        resumed.resolve();
      };
      return { stalled: stalled.promise, disconnected: disconnected.promise, resume };
    },
    damage: (path) => void damaged.add(path),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
