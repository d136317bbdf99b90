import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockEntry {
  license?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  dev?: boolean;
}

const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const entries = Object.entries(lock.packages).filter(([location, { link }]) => location !== '' && !link);
const nameOf = (location: string) => location.replace(/^.*node_modules\//, '');

test('every package has an integrity checksum', () => {
  const withoutIntegrity = entries.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  expect(withoutIntegrity.map(([location]) => nameOf(location))).toEqual([]);
});

test('packages under a licence with duties are in NOTICE.md', () => {
  const notice = readFileSync('NOTICE.md', 'utf8');
  const noticeNames = [...notice.matchAll(/^\| (.*?) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const isNamed = (name: string) =>
    noticeNames.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry));
  const withDuties = entries.filter(
    ([, { license = '', dev }]) =>
      !dev && /GPL|MPL|EPL|OFL|LicenseRef|SSPL|BUSL|CC-BY-(NC|SA|ND)/.test(license),
  );
  expect(withDuties.map(([location]) => nameOf(location)).filter((name) => !isNamed(name))).toEqual([]);
});
