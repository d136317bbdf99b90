// Completes package-lock.json from the registry. npm omits other platforms' optional packages when it updates the lock, and `npm
// ci` then fails there.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;
const manifestFields = ['os', 'cpu', 'libc', 'engines', 'license'];

/** The place where Node resolves `name` for a package at `from`, or undefined. */
function resolve(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (at === '' || !at.includes('/node_modules/'))
      return packages[`node_modules/${name}`] && `node_modules/${name}`;
  }
}

/** Undefined if this registry lacks the package: its entry gets no integrity, and is reported. */
function manifestOf(spec) {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'];
    const json = execFileSync('npm', ['view', spec, '--json'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio,
    });
    const answer = JSON.parse(json);
    return Array.isArray(answer) ? answer.at(-1) : answer;
  } catch {
    unknown.push(spec);
    return undefined;
  }
}

const unknown = [];
let added = 0;
let sealed = 0;
for (const [from, { optionalDependencies = {} }] of Object.entries(packages))
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (resolve(from, name) !== undefined) continue;
    packages[`node_modules/${name}`] = { version: range, optional: true };
    added++;
  }
for (const [place, entry] of Object.entries(packages)) {
  if (place === '' || entry.link || entry.integrity !== undefined || entry.inBundle) continue;
  const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const manifest = manifestOf(`${name}@${entry.version}`);
  if (manifest === undefined) continue;
  // Without its platform npm installs the package everywhere.
  const known = manifestFields.filter((field) => manifest[field] !== undefined);
  const facts = Object.fromEntries(known.map((field) => [field, manifest[field]]));
  Object.assign(entry, { version: manifest.version, integrity: manifest.dist.integrity }, facts);
  sealed++;
}
const inOrder = Object.keys(packages).sort((one, other) => one.localeCompare(other, 'en'));
lock.packages = Object.fromEntries(inOrder.map((place) => [place, packages[place]]));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added, ${sealed} integrities.`);
if (unknown.length > 0) console.log(`Not carried by this registry: ${[...new Set(unknown)].join(' ')}`);
