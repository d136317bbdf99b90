import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { defaultRecognizers } from '../speech/models/default-recognizers.ts';

/** The folder of a recogniser that writes an "a" for each 200 ms of voice. */
export const smallRecognizer = path.join(
  import.meta.dirname,
  '../speech/vendors/sherpa/fixtures/loudness-transducer',
);

/**
 * The repositories of the default recognisers with a small model in each. Files with a checksum in the catalogue differ from it.
 */
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
  /** The requested files, by path. */
  asked: string[];
  /** Serves this many bytes of a file and then stalls until `resume` is called. */
  stallAfter(
    path: string,
    afterBytes: number,
  ): { stalled: Promise<void>; left: Promise<void>; resume(): void };
  /** From now on a file differs from its published checksum. */
  damage(path: string): void;
  stop(): void;
}

/** A publisher of models on loopback, in the form of Hugging Face: a list of each repository, and its files. */
export async function startModelPublisher(
  repositories: Record<string, Record<string, Buffer>>,
): Promise<ModelPublisher> {
  const stalls = new Map<
    string,
    { afterBytes: number; onStalled: () => void; onLeft: () => void; resumed: Promise<void> }
  >();
  const damaged = new Set<string>();
  const asked: string[] = [];

  async function send(response: ServerResponse, path: string, content: Buffer) {
    asked.push(path);
    const bytes = damaged.has(path) ? Buffer.alloc(content.length, 'x') : content;
    response.writeHead(200, { 'content-length': bytes.length });
    const stop = stalls.get(path);
    if (stop === undefined) return response.end(bytes);
    response.write(bytes.subarray(0, stop.afterBytes));
    response.once('close', stop.onLeft);
    stop.onStalled();
    await stop.resumed;
    return response.end(bytes.subarray(stop.afterBytes));
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
    asked,
    stallAfter(path, afterBytes) {
      const [stalled, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const left = Promise.withResolvers<void>();
      stalls.set(path, {
        afterBytes,
        onStalled: stalled.resolve,
        onLeft: left.resolve,
        resumed: resumed.promise,
      });
      const resume = () => {
        stalls.delete(path);
        resumed.resolve();
      };
      return { stalled: stalled.promise, left: left.promise, resume };
    },
    damage: (path) => void damaged.add(path),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
