import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import type { CheckContext } from './local-parts.ts';
import { messageOf } from '../../../lib/server/platform/message-of.mjs';

interface ManifestCheck {
  program: string;
  args: string[];
  env?: Record<string, string>;
  install: string;
}

/** Debian's Caddy 2.6 loses the body of a request that it retries. */
export const caddyInstall = 'go install github.com/caddyserver/caddy/v2/cmd/caddy@latest (2.11 or newer)';

const chartValues = ['registry=registry.test/ovoz', 'tag=abc', 'prometheus=http://prometheus.test:9090'];

const domains = { DOMAIN: 'ovoz.example', LIVE_DOMAIN: 'live.ovoz.example' };

/** Checks each file by the program that reads it, or by its schema. */
const checks: ManifestCheck[] = [
  {
    program: 'kubernetes-validate',
    args: [
      '--strict',
      '--quiet',
      ...['ovoz', 'migrate', 'backup'].map((name) => `deploy/kubernetes/${name}.yaml`),
    ],
    install: 'pip install kubernetes-validate',
  },
  {
    program: 'helm',
    args: ['template', 'ovoz', 'deploy/kubernetes', '--kube-version', '1.30', '--set', chartValues.join(',')],
    install: 'https://helm.sh/docs/intro/install',
  },
  {
    program: 'caddy',
    args: ['validate', '--adapter', 'caddyfile', '--config', 'deploy/compose/Caddyfile'],
    env: domains,
    install: caddyInstall,
  },
  {
    program: 'promtool',
    args: ['check', 'rules', 'deploy/monitoring/alerts.yaml'],
    install: 'it comes with Prometheus',
  },
];

/** @returns the faults of the files that other people's programs read */
export function checkManifests({ run }: CheckContext): string[] {
  return checks.flatMap(({ program, args, env, install }) => {
    const programPath = findProgram([program]);
    if (programPath === undefined) return [`No ${program}: ${install}.`];
    try {
      run(programPath, args, env);
      return [];
    } catch (error) {
      return [`Manifests: ${messageOf(error)}`];
    }
  });
}
