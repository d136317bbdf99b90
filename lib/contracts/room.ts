const prefix = 'chat-';

/** Names of rooms: the chat prefix, a timestamp in milliseconds, and randomness that cannot be guessed. */
export const roomNamePattern = /^chat-\d{13}-[0-9a-z]{12,32}$/;

export function createRoomName(now = Date.now()): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36));
  return `${prefix}${now}-${random.join('')}`;
}
