const prefix = 'chat-';

/** Names of rooms: the chat prefix and a timestamp. Ours go on with randomness that cannot be guessed. */
export const roomNamePattern = /^chat-\d{10,16}(-[0-9a-z]{1,32})?$/;

export function createRoomName(now = Date.now()): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36));
  return `${prefix}${now}-${random.join('')}`;
}
