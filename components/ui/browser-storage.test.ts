import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserStorage, storedJson, tabStorage } from './browser-storage';

function fakeStorage({ isFull = false } = {}): Record<string, unknown> {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key: string) => values.delete(key),
  };
}

const blocked = () => {
  throw new DOMException('denied', 'SecurityError');
};

afterEach(() => {
  for (const store of [tabStorage, browserStorage]) store.removeItem('key');
  vi.unstubAllGlobals();
});

describe.each(['open', 'full', 'blocked'])('a browser whose storage is %s', (how) => {
  beforeEach(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      if (how === 'blocked') Object.defineProperty(globalThis, name, { get: blocked, configurable: true });
      else vi.stubGlobal(name, fakeStorage({ isFull: how === 'full' }));
  });

  it.each([
    ['tab', tabStorage],
    ['browser', browserStorage],
  ])('stores and removes a value for the %s', (_, store) => {
    expect(store.getItem('key')).toBeNull();
    store.setItem('key', 'value');
    expect(store.getItem('key')).toBe('value');
    store.setItem('key', 'another');
    expect(store.getItem('key')).toBe('another');
    store.removeItem('key');
    expect(store.getItem('key')).toBeNull();
  });
});

it('a damaged JSON is read as null', () => {
  tabStorage.setItem('key', '{"half":');
  expect(storedJson(tabStorage, 'key')).toBeNull();
});
