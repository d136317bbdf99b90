import { createServer, type RequestListener } from 'node:http';

/** Starts a loopback server in place of another company's. */
export async function startLoopbackServer(
  answer: RequestListener,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${address.port}`, stop };
}
