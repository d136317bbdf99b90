interface KeyPress {
  key: string;
  /** The key's place on the keyboard. */
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The names of a key press for single-key shortcuts: its character, and the Latin letter on its key. Empty with Ctrl, Alt or Meta. */
export function keysOf(press: KeyPress): string[] {
  if (press.ctrlKey || press.metaKey || press.altKey) return [];
  const latin = latinKey(press);
  return latin === '' ? [press.key] : [press.key, latin];
}

/** The Latin character of a key under Caps Lock or a Cyrillic layout, else ''. Cyrillic layouts have . and , on the slash key. */
function latinKey({ key, code, shiftKey }: KeyPress): string {
  if (code === 'Slash' && (key === '.' || key === ',')) return shiftKey ? '?' : '/';
  if (shiftKey) return '';
  if (/^[A-Z]$/.test(key)) return key.toLowerCase();
  return /^\p{Script=Cyrillic}$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '') : '';
}

/** True if the focused element uses the key itself: fields take every key, a space presses a button. */
export function isKeyTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=checkbox], [type=range]), textarea, select, dialog') !== null)
    return true;
  if (key.startsWith('Arrow')) return target.closest('input, [role=menu]') !== null;
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary, input') !== null;
}
