/** What a single key does on the leads page while nothing is being typed. */
export const shortcuts = {
  j: 'next',
  k: 'previous',
  ' ': 'play',
  '/': 'search',
  '?': 'help',
} as const;
export type Shortcut = (typeof shortcuts)[keyof typeof shortcuts];

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The shortcut that a key press stands for; null for any other, and for those with a modifier of the browser's. */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: KeyPress): Shortcut | null {
  if (ctrlKey || metaKey || altKey) return null;
  const known = Object.entries(shortcuts).find(([shortcutKey]) => shortcutKey === key);
  return known?.[1] ?? null;
}
