import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import type { Bench } from './local-parts.ts';

const targets = ['web', 'agent', 'migrate'];
const limitMb = 300;

/** @returns the builder of this machine: a Docker or Podman that answers, or buildah */
export function findBuilder(): string | undefined {
  return ['docker', 'podman', 'buildah']
    .map((name) => findProgram([name]))
    .find((program) => program && spawnSync(program, ['info'], { stdio: 'ignore' }).status === 0);
}

/** Builds the three images and returns their faults. Without an image registry, Debian comes from its own packages. */
export function checkImages(bench: Bench, builder: string): string[] {
  const isBuildah = path.basename(builder) === 'buildah';
  const bases = isBuildah ? debianBase(bench, builder) : [];
  const faults: string[] = [];
  for (const target of targets) {
    const tag = `ovoz-${target}:check`;
    const more = isBuildah ? ['--layers', '--isolation', 'chroot'] : [];
    bench.run(builder, ['build', '--target', target, '-t', tag, ...more, ...bases, bench.root]);
    const sizeMb = imageSizeMb(bench, builder, tag);
    console.log(`${sizeMb.toFixed(0).padStart(5)} MB ${tag}`);
    if (sizeMb > limitMb) faults.push(`Image ${target}: ${sizeMb.toFixed(0)} MB, more than ${limitMb}.`);
  }
  return faults;
}

function imageSizeMb({ run }: Bench, builder: string, tag: string): number {
  if (path.basename(builder) !== 'buildah')
    return Number(run(builder, ['image', 'inspect', '--format', '{{.Size}}', tag])) / 1e6;
  const images: { size: string }[] = JSON.parse(run(builder, ['images', '--json', tag]));
  const [amount = '0', unit = 'MB'] = images[0]?.size.split(' ') ?? [];
  return Number(amount) * (unit === 'GB' ? 1000 : unit === 'KB' ? 0.001 : 1);
}

/** Debian's own bootstrap, with the product's Node and npm for the build; made once for each version of Node. */
function debianBase(bench: Bench, builder: string): string[] {
  const buildImage = `localhost/node:${process.version}`;
  const images: { names: string[] | null }[] = JSON.parse(bench.run(builder, ['images', '--json']));
  if (!images.some(({ names }) => names?.includes(buildImage))) makeBases(bench, builder, buildImage);
  // The registry and the certificates that this machine uses.
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  const ownSettings = path.join(os.homedir(), '.npmrc');
  const settings = path.join(bench.work, 'npmrc');
  writeFileSync(
    settings,
    `${existsSync(ownSettings) ? readFileSync(ownSettings, 'utf8') : ''}\ncafile=${certificates}\n`,
    { mode: 0o600 },
  );
  const shared = [
    [certificates, certificates],
    [settings, '/root/.npmrc'],
  ].filter(([file = '']) => existsSync(file));
  return [
    ...shared.flatMap((pair) => ['--volume', `${pair.join(':')}:ro`]),
    ...['--build-arg', `BUILD_IMAGE=${buildImage}`, '--build-arg', 'RUN_IMAGE=localhost/debian:slim'],
  ];
}

function makeBases(bench: Bench, builder: string, buildImage: string): void {
  const { root, work, run } = bench;
  const debootstrap = findProgram(['debootstrap']);
  if (debootstrap === undefined) throw new Error('No debootstrap: apt-get install debootstrap (as root).');
  const folder = path.join(work, 'debian');
  run(debootstrap, ['--variant=minbase', '--include=ca-certificates,binutils', 'bookworm', folder]);
  const slim = path.join(work, 'slim');
  layOutSlim(bench, folder, slim);
  run('sh', ['-c', `cd ${folder} && rm -rf var/cache/apt/* var/lib/apt/lists/* usr/share/doc/*`]);
  const commit = (from: string, sources: [string, string][], tag: string) => {
    const container = run(builder, ['from', from]).trim();
    for (const [source, target] of sources) run(builder, ['add', '-q', container, source, target]);
    run(builder, ['commit', '-q', '--rm', container, tag]);
  };
  commit('scratch', [[folder, '/']], 'localhost/debian:build');
  commit('scratch', [[slim, '/']], 'localhost/debian:slim');
  const npm = path.resolve(realpathSync(findProgram(['npm']) ?? ''), '..', '..');
  const starter = path.join(work, 'npm');
  const program = '/usr/local/lib/node_modules/npm';
  writeFileSync(starter, `#!/bin/sh\nexec node ${program}/bin/npm-cli.js "$@"\n`, { mode: 0o755 });
  const node = path.join(root, 'node_modules', 'node', 'bin', 'node');
  commit(
    'localhost/debian:build',
    [
      [node, '/usr/local/bin/node'],
      [npm, program],
      [starter, '/usr/local/bin/npm'],
    ],
    buildImage,
  );
}

/** Imitates the Dockerfile's base image: the C and C++ libraries, the certificates, and an account. */
function layOutSlim({ run }: Bench, debian: string, slim: string): void {
  const archives = path.join(debian, 'var', 'cache', 'apt', 'archives');
  for (const folder of ['bin', 'etc/ssl/certs', 'lib', 'lib64', 'tmp', 'usr'])
    mkdirSync(path.join(slim, folder), { recursive: true });
  chmodSync(path.join(slim, 'tmp'), 0o1777);
  for (const name of ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6', 'tzdata'])
    for (const archive of globSync(`${name}_*.deb`, { cwd: archives }))
      run('dpkg', ['-x', path.join(archives, archive), slim]);
  cpSync(
    path.join(debian, 'etc/ssl/certs/ca-certificates.crt'),
    path.join(slim, 'etc/ssl/certs/ca-certificates.crt'),
  );
  writeFileSync(
    path.join(slim, 'etc/passwd'),
    'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n',
  );
  writeFileSync(path.join(slim, 'etc/group'), 'root:x:0:\nnonroot:x:65532:\n');
  rmSync(path.join(slim, 'usr/share/doc'), { recursive: true, force: true });
}
