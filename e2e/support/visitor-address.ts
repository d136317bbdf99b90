/** A random address for each visitor, so that visitors share no limits. The network is reserved for documentation (RFC 3849). */
export function ownAddress(): string {
  const group = () => Math.floor(Math.random() * 0xffff).toString(16);
  return `2001:db8:${group()}:${group()}::1`;
}
