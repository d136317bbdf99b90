/** Of the network for documentation and tests (RFC 3849), so that visitors' limits do not meet. */
export function ownAddress(): string {
  const group = () => Math.floor(Math.random() * 0xffff).toString(16);
  return `2001:db8:${group()}:${group()}::1`;
}
