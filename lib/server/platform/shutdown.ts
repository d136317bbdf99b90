import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { flushTraces } from './telemetry.ts';
import { singleton } from './singleton.ts';

/** Requests and jobs that are under way when the process is told to stop get this long. */
const graceMs = 30_000;
const closeIdleEveryMs = 200;

const shutdown = singleton('shutdown', () => new AbortController());

/** Aborts when the process is told to stop: an answer that never ends by itself would keep it alive for good. */
export function shutdownSignal(): AbortSignal {
  return shutdown.get().signal;
}

/**
 * To be called once as the server starts. With NEXT_MANUAL_SIG_HANDLE set the server's end is ours: Next ends the process with its last
 * request, and cuts the jobs.
 * @param finishJobs begins none any more, and settles when those under way are done
 */
export function listenForShutdown(finishJobs: () => Promise<void> = async () => undefined): void {
  const servers = new Set<Server>();
  // Node names each server with its first request.
  subscribe('http.server.request.start', (message) => servers.add((message as { server: Server }).server));
  const begin = () => {
    shutdown.get().abort();
    setTimeout(() => process.exit(0), graceMs).unref();
    const isOurs = Boolean(process.env.NEXT_MANUAL_SIG_HANDLE);
    void flushTraces();
    const ended = Promise.allSettled([finishJobs(), ...(isOurs ? [...servers].map(closed) : [])]);
    void ended.then(flushTraces).finally(() => isOurs && process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, begin);
  // The reader of our log may be gone (EPIPE). Without a listener Next logs the failed write, which fails again, without end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Settles when the last request is answered: a connection that has become idle is closed, or a proxy would keep it and send more. */
function closed(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  return new Promise<void>((resolve) => server.close(() => resolve())).finally(() => clearInterval(closing));
}
