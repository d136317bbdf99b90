import dgram from 'node:dgram';
import net from 'node:net';

/**
 * @param {number} port
 * @returns {Promise<boolean>} true if http://localhost:port would reach another program, or could not be served
 */
export async function isPortTaken(port) {
  return !(await canListen(port)) || (await canConnect(port, '::1'));
}

/**
 * Finds a free port on the loopback address.
 * @param {number | undefined} preferredPort returned if it is free, so that a restart has the same ports
 * @param {'tcp' | 'udp'} protocol
 * @returns {Promise<number>}
 */
export async function freePort(preferredPort, protocol = 'tcp') {
  const isFree = protocol === 'tcp' ? canListen : canBind;
  if (preferredPort !== undefined && (await isFree(preferredPort))) return preferredPort;
  for (;;) {
    // Above the locks' ports (lock.mjs), below the range that kernels use for outgoing connections.
    const port = 24_000 + Math.floor(Math.random() * 8_000);
    if (await isFree(port)) return port;
  }
}

function canListen(port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function canBind(port) {
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  });
}

function canConnect(port, host) {
  return new Promise((resolve) => {
    const socket = net.connect(port, host);
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
