import net from 'node:net';
import { pipeline } from 'node:stream';
import { freePort } from '../../start/ports.mjs';

interface Balancer {
  url: string;
  /** New connections go to these ports in turn. */
  routeTo: (...ports: number[]) => void;
  stop: () => void;
}

/** A balancer of TCP connections on the loopback address. */
export async function startBalancer(): Promise<Balancer> {
  let targets: number[] = [];
  let connectionCount = 0;
  const openSockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const port = targets[connectionCount++ % targets.length];
    if (port === undefined) return void socket.destroy();
    openSockets.add(socket);
    // If one end closes, the other one is closed, too.
    pipeline(socket, net.connect(port, 'localhost'), socket, () => openSockets.delete(socket));
  });
  const port = await freePort(undefined);
  server.listen(port, 'localhost');
  return {
    url: `http://localhost:${port}`,
    routeTo: (...ports) => void (targets = ports),
    stop: () => {
      for (const socket of openSockets) socket.destroy();
      server.close();
    },
  };
}
