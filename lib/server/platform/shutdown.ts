import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { flushTraces } from './telemetry.ts';
import { singleton } from './singleton.ts';

/** The time that running requests and jobs get to finish at a stop. */
const graceMs = 30_000;
const closeIdleEveryMs = 200;

const shutdown = singleton('shutdown', () => new AbortController());

/** Aborts at a stop: an endless answer would keep the process alive. */
export function shutdownSignal(): AbortSignal {
  return shutdown.get().signal;
}

/**
 * Takes over the shutdown (NEXT_MANUAL_SIG_HANDLE), because Next would cut running jobs. Call once when the server starts.
 * @param finishJobs starts no more jobs, and settles when the running ones are done
 */
export function listenForShutdown(finishJobs: () => Promise<void> = async () => undefined): void {
  const servers = new Set<Server>();
  // Node names each server with its first request.
  subscribe('http.server.request.start', (message) => servers.add((message as { server: Server }).server));
  const beginShutdown = () => {
    shutdown.get().abort();
    setTimeout(() => process.exit(0), graceMs).unref();
    const isManual = Boolean(process.env.NEXT_MANUAL_SIG_HANDLE);
    void flushTraces();
    const allEnded = Promise.allSettled([finishJobs(), ...(isManual ? [...servers].map(closeServer) : [])]);
    void allEnded.then(flushTraces).finally(() => isManual && process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, beginShutdown);
  // The reader of our log may be gone (EPIPE). Without a listener Next would log the failed write endlessly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Resolves after the last request. Closes idle connections repeatedly, because a proxy would otherwise reuse them. */
function closeServer(server: Server): Promise<void> {
  const timer = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  return new Promise<void>((resolve) => server.close(() => resolve())).finally(() => clearInterval(timer));
}
