import { createHmac } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { env } from '../platform/env.ts';

/**
 * The client's address, for limits: the last entry of X-Forwarded-For that is not one of TRUSTED_PROXIES. Clients can forge earlier
 * entries.
 */
export function clientAddress(headers: Headers): string {
  const entries = (headers.get('x-forwarded-for') ?? '').split(',').map(withoutPort);
  const trustedProxies = env().TRUSTED_PROXIES;
  if (typeof trustedProxies === 'number')
    return entries.at(-Math.max(1, trustedProxies)) || entries[0] || 'unknown';
  const proxyList = blockList(trustedProxies);
  return entries.findLast((entry) => !isIn(proxyList, entry)) || entries[0] || 'unknown';
}

/** Some proxies add the port, and IPv4 may come as ::ffff:1.2.3.4. */
function withoutPort(entry: string): string {
  const address = entry.trim().replace(/^\[(.+)\](:\d+)?$/, '$1');
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
}

function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

let cachedList: { ranges: string[]; list: BlockList } | undefined;

function blockList(ranges: string[]): BlockList {
  if (cachedList?.ranges === ranges) return cachedList.list;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  cachedList = { ranges, list };
  return list;
}

/** The unit of a rate limit: an IPv4 address, or the /64 network of an IPv6 one, which is what one household or server gets. */
export function rateLimitAddress(headers: Headers): string {
  const address = clientAddress(headers);
  if (!address.includes(':')) return address.slice(0, 64);
  const [head = '', tail] = address.toLowerCase().split('::');
  const leftGroups = head === '' ? [] : head.split(':');
  const rightGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - leftGroups.length - rightGroups.length);
  const groups = [...leftGroups, ...Array<string>(gap).fill('0'), ...rightGroups];
  return groups.slice(0, 4).join(':').slice(0, 64) + '::/64';
}

interface Network {
  name: string;
  /** Multiple of one address's limit that this network may use. */
  share: number;
}

/**
 * The networks in which a rate-limited address counts: itself, and for IPv6 the /56 and /48 around it. One customer may hold 65,536
 * networks of /64.
 */
export function networksOf(address: string): [Network, ...Network[]] {
  const own = { name: address, share: 1 };
  if (!address.endsWith('::/64')) return [own];
  const [a, b, c, d = ''] = address.slice(0, -'::/64'.length).split(':');
  return [
    own,
    { name: `${a}:${b}:${c}:${d.padStart(4, '0').slice(0, 2)}00::/56`, share: 4 },
    { name: `${a}:${b}:${c}::/48`, share: 16 },
  ];
}

export function widestNetwork(address: string): string {
  const [own, ...wider] = networksOf(address);
  return (wider.at(-1) ?? own).name;
}

/** Live calls are counted by this hash of the widest network. A reader of the database cannot invert it. */
export function addressHash(headers: Headers): string {
  return createHmac('sha256', env().LIVEKIT_API_SECRET ?? '')
    .update(widestNetwork(rateLimitAddress(headers)))
    .digest('hex');
}

/** True if every address of the request is this machine's. A proxy that TRUSTED_PROXIES omits may be in between. */
export function isFromHere(headers: Headers): boolean {
  return (headers.get('x-forwarded-for') ?? '').split(',').map(withoutPort).every(isLoopback);
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);
}
