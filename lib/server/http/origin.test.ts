import { beforeAll, expect, test } from 'vitest';
import { requireSameOrigin } from './origin.ts';

beforeAll(() => {
  process.env.PUBLIC_URL = 'https://ovoz.example';
});

const passes = (headers: Record<string, string>) => {
  try {
    requireSameOrigin(new Headers({ host: 'localhost:3000', ...headers }));
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden', status: 403 });
    return false;
  }
};

test('requests of our own page and of programs other than browsers pass', () => {
  expect(passes({})).toBe(true);
  expect(passes({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })).toBe(true);
  expect(passes({ origin: 'http://localhost:3000' })).toBe(true);
});

test('a proxy that changes the Host header locks nobody out', () => {
  expect(passes({ origin: 'https://ovoz.example' })).toBe(true);
  expect(passes({ origin: 'https://site.example', 'x-forwarded-host': 'site.example' })).toBe(true);
  expect(passes({ origin: 'https://site.example', 'sec-fetch-site': 'same-origin' })).toBe(true);
});

test('requests of other origins, even on the same site, and of opaque origins are refused', () => {
  expect(passes({ origin: 'https://evil.example' })).toBe(false);
  expect(passes({ origin: 'http://localhost:3001' })).toBe(false);
  expect(passes({ origin: 'null' })).toBe(false);
  expect(passes({ origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' })).toBe(false);
  expect(passes({ 'sec-fetch-site': 'same-site' })).toBe(false);
});
