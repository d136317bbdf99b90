/** An address of a visitor who shares no limits with others, from the network for documentation (RFC 3849). */
export function randomAddress(): string {
  const group = () => Math.floor(Math.random() * 0xffff).toString(16);
  return `2001:db8:${group()}:${group()}::1`;
}
