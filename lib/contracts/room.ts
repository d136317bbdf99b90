const prefix = 'chat-';

/** A room's name: "chat" and up to 124 letters, digits, - and _. Ours are a timestamp and randomness that cannot be guessed. */
export const roomNamePattern = /^chat[\w-]{1,124}$/;

export function createRoomName(now = Date.now()): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36));
  return `${prefix}${now}-${random.join('')}`;
}
