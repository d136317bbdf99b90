import { createHmac } from 'node:crypto';
import { env } from '../platform/env.ts';

/**
 * The address a request came from, for limits.
 *
 * Each proxy adds the address it was asked from to the right of X-Forwarded-For; Next puts the socket's address there if the
 * header is absent. Only the right-most entry was written by somebody we know (our own proxy, or Next); what stands
 * to its left is whatever the client liked to send.
 */
export function clientAddress(headers: Headers): string {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return last === '' ? 'unknown' : last.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** What a limit counts: an IPv4 address, or the /64 network of an IPv6 one, which is what one household or server gets. */
export function limitedAddress(headers: Headers): string {
  const address = clientAddress(headers);
  if (!address.includes(':')) return address.slice(0, 64);
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return groups.slice(0, 4).join(':').slice(0, 64) + '::/64';
}

/** What is kept of an address: enough to recognise it, of no use to whoever reads the database. */
export function addressHash(headers: Headers): string {
  return createHmac('sha256', env().LIVEKIT_API_SECRET ?? '')
    .update(limitedAddress(headers))
    .digest('hex');
}

/** Whether the request came from this machine. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);
}
