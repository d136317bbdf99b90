import { expect, it } from 'vitest';
import { shortcutOf } from './use-shortcuts';

const bare = { code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

it.each([
  ['j', 'next'],
  ['k', 'previous'],
  [' ', 'play'],
  ['/', 'search'],
  ['?', 'help'],
  ['o', 'outcome'],
  ['y', 'copy'],
  ['Delete', 'delete'],
  ['+', 'faster'],
  ['w', null],
  ['toString', null],
])('%j is %s', (key, shortcut) => {
  expect(shortcutOf({ ...bare, key })).toBe(shortcut);
});

it.each([
  ['о', 'KeyJ', false, 'next'],
  ['л', 'KeyK', false, 'previous'],
  ['с', 'KeyC', false, 'call'],
  ['ч', 'KeyX', false, 'select'],
  ['J', 'KeyJ', false, 'next'],
  ['J', 'KeyJ', true, null],
  ['.', 'Slash', false, 'search'],
  [',', 'Slash', true, 'help'],
  ['ф', 'KeyA', false, 'action'],
  ['й', 'KeyQ', false, null],
  // Another Latin layout: the letter on the key counts.
  ['h', 'KeyJ', false, null],
  ['-', 'Slash', false, 'slower'],
  ['ц', 'KeyW', false, null],
])('%j at %s, with shift: %j, is %s', (key, code, shiftKey, shortcut) => {
  expect(shortcutOf({ ...bare, key, code, shiftKey })).toBe(shortcut);
});

it('leaves the browser its own combinations', () => {
  expect(shortcutOf({ ...bare, key: 'j', ctrlKey: true })).toBeNull();
  expect(shortcutOf({ ...bare, key: 'k', metaKey: true })).toBeNull();
  expect(shortcutOf({ ...bare, key: '/', altKey: true })).toBeNull();
});
