import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { trimLog, rotateLog } from './progress.mjs';

test('a log never has more than one older copy, and is no larger than its limit', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ovoz-log-'));
  const file = path.join(folder, 'web.log');
  const write = (text: string) => writeFileSync(file, text, { flag: 'a' });
  write('first start');
  rotateLog(file);
  write('12345');
  trimLog(file, 5);
  expect(readdirSync(folder)).toEqual(['web.log', 'web.log.1']);
  write('6');
  trimLog(file, 5);
  expect([file, `${file}.1`].map((name) => readFileSync(name, 'utf8'))).toEqual(['', '123456']);
  write('goes on');
  expect(readFileSync(file, 'utf8')).toBe('goes on');
  rmSync(folder, { recursive: true });
});

test('a log that cannot be copied is emptied, because that makes room on a full disk', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ovoz-log-'));
  const file = path.join(folder, 'web.log');
  writeFileSync(file, '123456');
  mkdirSync(`${file}.1`);
  trimLog(file, 5);
  expect(readFileSync(file, 'utf8')).toBe('');
  rmSync(folder, { recursive: true });
});
