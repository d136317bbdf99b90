import { expect, test, vi } from 'vitest';
import { addressHash, clientAddress, isLoopback, rateLimitAddress, networksOf } from './address.ts';

const forwarded = (value: string) => new Headers({ 'x-forwarded-for': value });

test('an entry that the client writes into the header does not count; the last proxy’s does', () => {
  expect(clientAddress(forwarded('1.1.1.1, 203.0.113.7'))).toBe('203.0.113.7');
  expect(clientAddress(forwarded(' 203.0.113.7 '))).toBe('203.0.113.7');
  expect(clientAddress(forwarded('::ffff:203.0.113.7'))).toBe('203.0.113.7');
  expect(clientAddress(new Headers())).toBe('unknown');
});

test('an IPv6 network counts as one address', () => {
  const network = rateLimitAddress(forwarded('2001:db8:1:2:3:4:5:6'));
  expect(network).toBe('2001:db8:1:2::/64');
  for (const same of ['2001:db8:1:2::9', '2001:DB8:1:2:ffff::', '2001:db8:1:2:0:0:0:1']) {
    expect(rateLimitAddress(forwarded(same))).toBe(network);
  }
  expect(rateLimitAddress(forwarded('2001:db8:1:3::9'))).not.toBe(network);
  expect(rateLimitAddress(forwarded('::1'))).toBe('0:0:0:0::/64');
});

test('an IPv6 address counts for the /56 and the /48 around it, an IPv4 address for itself', () => {
  const names = (address: string) => networksOf(rateLimitAddress(forwarded(address))).map(({ name }) => name);
  expect(names('2001:db8:1:2::9')).toEqual(['2001:db8:1:2::/64', '2001:db8:1:0000::/56', '2001:db8:1::/48']);
  expect(names('2001:db8:1:ab2::9')[1]).toBe('2001:db8:1:0a00::/56');
  expect(names('203.0.113.7')).toEqual(['203.0.113.7']);
  const hash = (address: string) => addressHash(forwarded(address));
  expect(hash('2001:db8:1:2::9')).toBe(hash('2001:db8:1:ffff::1'));
  expect(hash('2001:db8:1:2::9')).not.toBe(hash('2001:db8:2:2::9'));
});

test('an address of any length can be counted', () => {
  expect(rateLimitAddress(forwarded('x'.repeat(5000))).length).toBeLessThan(100);
  expect(rateLimitAddress(forwarded(':'.repeat(5000))).length).toBeLessThan(100);
});

test('loopback addresses are known', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1'].every(isLoopback)).toBe(true);
  expect(['10.0.0.1', '127.0.0.1.evil', '128.0.0.1', ''].some(isLoopback)).toBe(false);
});

test.each([
  ['1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['2', '6.6.6.6, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['2', '203.0.113.7', '203.0.113.7'],
  ['10.0.0.0/8, fd00::/8', '6.6.6.6, 203.0.113.7, 10.0.0.2, fd00::1', '203.0.113.7'],
  ['10.0.0.0/8', '203.0.113.7:4711, 10.9.9.9', '203.0.113.7'],
  ['10.0.0.0/8', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '203.0.113.7, 10.0.0.2, 10.0.0.1', '10.0.0.2'],
])('behind TRUSTED_PROXIES=%s, %s is %s', async (proxies, header, client) => {
  vi.resetModules();
  vi.stubEnv('TRUSTED_PROXIES', proxies);
  const address = await import('./address.ts');
  expect(address.clientAddress(forwarded(header))).toBe(client);
  vi.unstubAllEnvs();
});
