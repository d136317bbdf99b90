import { flushTraces } from './telemetry.ts';

/** Requests that are under way when the process is told to stop get this long. */
const graceMs = 30_000;

/** Kept across hot reloads, and shared by the parts of the server that are bundled apart. */
const kept: typeof globalThis & { ovozShutdown?: AbortController } = globalThis;

function shutdown(): AbortController {
  return (kept.ovozShutdown ??= new AbortController());
}

/** Aborts when the process is told to stop: an answer that never ends by itself would keep it alive for good. */
export function shutdownSignal(): AbortSignal {
  return shutdown().signal;
}

/** To be called once as the server starts. */
export function listenForShutdown(): void {
  const begin = () => {
    shutdown().abort();
    void flushTraces();
    setTimeout(() => process.exit(0), graceMs).unref();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, begin);
  // The reader of our log may be gone (EPIPE). Without a listener Next logs the failed write, which fails again, without end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
