import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelPublisher {
  url: string;
  /** The Range of each file that was asked for. */
  ranges: { path: string; range: string | undefined }[];
  /** Serves only so many bytes of a file, and then nothing until it is told to go on. */
  hold(path: string, afterBytes: number): { waiting: Promise<void>; goOn(): void };
  /** From now on a file has other bytes than its list says. */
  damage(path: string): void;
  stop(): void;
}

/** A publisher of models on loopback, in the form of Hugging Face: a list of each repository, and its files with ranges. */
export async function startModelPublisher(
  repositories: Record<string, Record<string, Buffer>>,
): Promise<ModelPublisher> {
  const ranges: ModelPublisher['ranges'] = [];
  const held = new Map<string, { afterBytes: number; told: () => void; open: Promise<void> }>();
  const damaged = new Set<string>();

  async function send(response: ServerResponse, path: string, content: Buffer, range: string | undefined) {
    ranges.push({ path, range });
    const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    const bytes = damaged.has(path) ? Buffer.alloc(content.length, 'x') : content;
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': bytes.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    });
    const stop = held.get(path);
    if (stop === undefined) return response.end(bytes.subarray(from));
    if (from < stop.afterBytes) response.write(bytes.subarray(from, stop.afterBytes));
    stop.told();
    await stop.open;
    return response.end(bytes.subarray(Math.max(from, stop.afterBytes)));
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [, listed] = /^\/api\/models\/([^/]+\/[^/]+)\/tree\//.exec(pathname) ?? [];
    if (listed !== undefined) {
      const files = Object.entries(repositories[listed] ?? {}).map(([path, content]) => ({
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
    void send(response, path, content, request.headers.range);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    ranges,
    hold(path, afterBytes) {
      const [told, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held.set(path, { afterBytes, told: told.resolve, open: open.promise });
      const goOn = () => {
        held.delete(path);
        open.resolve();
      };
      return { waiting: told.promise, goOn };
    },
    damage: (path) => void damaged.add(path),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
