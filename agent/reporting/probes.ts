import http from 'node:http';
import type { WorkerLoad } from '../../lib/contracts/call-events.ts';
import { log } from '../../lib/server/platform/log.ts';

export type ReportedLoad = Pick<WorkerLoad, 'maxJobs' | 'taken'>;

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`;
}

/** Answers probes: /live while the process works, /ready while it takes calls, /metrics for Prometheus. */
export function serveProbes(port: number, load: () => ReportedLoad): http.Server {
  const server = http.createServer((request, response) => {
    const { maxJobs, taken } = load();
    const answers: Record<string, [status: number, body: string]> = {
      '/live': [200, 'ok\n'],
      '/ready': maxJobs > 0 ? [200, 'ok\n'] : [503, 'takes no calls\n'],
      '/metrics': [
        200,
        gauge('ovoz_agent_places', 'Calls that this agent holds at once.', maxJobs) +
          gauge('ovoz_agent_calls', 'Calls that this agent holds now.', taken),
      ],
    };
    const [status, body] = answers[request.url ?? ''] ?? [404, 'not found\n'];
    response.writeHead(status, { 'content-type': 'text/plain' }).end(body);
  });
  server.on('error', (cause) => log.error('probes_failed', { port }, cause));
  return server.listen(port).unref();
}
