/** An address of its own for each visitor, so that their limits do not meet. The network is for documentation (RFC 3849). */
export function ownAddress(): string {
  const group = () => Math.floor(Math.random() * 0xffff).toString(16);
  return `2001:db8:${group()}:${group()}::1`;
}
