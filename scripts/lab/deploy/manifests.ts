import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import type { CheckContext } from './local-parts.ts';
import { messageOf } from '../../../lib/server/platform/message-of.mjs';

/** Debian's Caddy 2.6 loses the body of a request that it retries. */
export const caddyInstall = 'go install github.com/caddyserver/caddy/v2/cmd/caddy@latest (2.11 or newer)';

const domains = { DOMAIN: 'ovoz.example', LIVE_DOMAIN: 'live.ovoz.example' };
const chartValues = 'registry=registry.test/ovoz,tag=abc,prometheus=http://prometheus.test:9090';

/** A program that checks files which it or its schema describes, the command to install it, and its arguments. */
const checks: [program: string, install: string, args: string][] = [
  [
    'kubernetes-validate',
    'pip install kubernetes-validate',
    '--strict --quiet deploy/kubernetes/ovoz.yaml deploy/kubernetes/migrate.yaml deploy/kubernetes/backup.yaml',
  ],
  [
    'helm',
    'https://helm.sh/docs/intro/install',
    `template ovoz deploy/kubernetes --kube-version 1.30 --set ${chartValues}`,
  ],
  ['caddy', caddyInstall, 'validate --adapter caddyfile --config deploy/compose/Caddyfile'],
  ['promtool', 'it comes with Prometheus', 'check rules deploy/monitoring/alerts.yaml'],
];

/** @returns the faults of the files that other people's programs read */
export function checkManifests({ run }: CheckContext): string[] {
  return checks.flatMap(([name, install, args]) => {
    const program = findProgram([name]);
    if (program === undefined) return [`No ${name}: ${install}.`];
    try {
      run(program, args.split(' '), domains);
      return [];
    } catch (error) {
      return [`Manifests: ${messageOf(error)}`];
    }
  });
}
