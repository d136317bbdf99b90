import { expect, it } from 'vitest';
import { shortcutOf } from './use-shortcuts';

const bare = { ctrlKey: false, metaKey: false, altKey: false };

it.each([
  ['j', 'next'],
  ['k', 'previous'],
  [' ', 'play'],
  ['/', 'search'],
  ['?', 'help'],
  ['y', null],
  ['J', null],
  ['toString', null],
])('%j is %s', (key, shortcut) => {
  expect(shortcutOf({ ...bare, key })).toBe(shortcut);
});

it('leaves the browser its own combinations', () => {
  expect(shortcutOf({ ...bare, key: 'j', ctrlKey: true })).toBeNull();
  expect(shortcutOf({ ...bare, key: 'k', metaKey: true })).toBeNull();
  expect(shortcutOf({ ...bare, key: '/', altKey: true })).toBeNull();
});
