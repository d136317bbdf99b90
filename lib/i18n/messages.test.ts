import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTranslator } from 'next-intl';
import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../contracts/errors.ts';
import { languages } from './language.ts';
import { messagesOf } from './messages.ts';

const root = path.join(import.meta.dirname, '../..');
const files = globSync('{app,components,lib,agent}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['lib/server/generated/**', '**/*.test.ts'],
});
/** The sources without comments and exported types, which use no keys. */
const sources = files
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n')
  .replace(/(?<!\w)\/\*[^]*?\*\/|(?<![:\w])\/\/.*|^export type .*$/gm, '');

/** Every word in the code that looks like a key. */
const words = new Set(sources.match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g));

/** Patterns of the keys that the code composes, such as `error_${code}`. */
const patterns = [...sources.matchAll(/`((?:[a-z0-9_]|\$\{[^}]*\})+)`/g)]
  .map(([, template = '']) => template)
  .filter((template) => template.includes('${') && /[a-z]_|_[a-z]/.test(template.replace(/\$\{[^}]*\}/g, '')))
  .map((template) => new RegExp(`^${template.replace(/\$\{[^}]*\}/g, '[a-z0-9_]+')}$`));

const everyKey = [...new Set(languages.flatMap((language) => Object.keys(messagesOf[language])))].sort();

function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name).sort();
}

describe('the messages', () => {
  test.each(languages)('in %s have the same keys as the others, sorted, and none is empty', (language) => {
    const keys = Object.keys(messagesOf[language]);
    expect(keys).toEqual(everyKey);
    for (const [key, text] of Object.entries(messagesOf[language])) expect(text.trim(), key).not.toBe('');
  });

  test('have the same {placeholders} in each language', () => {
    const { uz, ru, en } = messagesOf;
    const different = Object.entries(uz).filter(([key, text]) =>
      [ru, en].some((other) => {
        const translated = Object.entries(other).find(([name]) => name === key)?.[1] ?? '';
        return (
          new Set(placeholdersIn(translated)).symmetricDifference(new Set(placeholdersIn(text))).size > 0
        );
      }),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  test('in Uzbek use only the plural form "other"', () => {
    const plurals = Object.values(messagesOf.uz).flatMap((text) => text.match(/, plural, *\w+/g) ?? []);
    expect(new Set(plurals)).toEqual(new Set([', plural, other']));
  });

  test('in English use the singular for one call and one failure', () => {
    const t = createTranslator({ locale: 'en', messages: messagesOf.en });
    const weeks = t('insights_say_weeks', { calls: 2, useful: 1, callsBefore: 1, usefulBefore: 1 });
    expect(weeks).toContain('7 days: 2 calls, 1 useful.');
    expect(weeks).toContain('before: 1 call, 1 useful.');
    const failure = { vendor: 'gpt-x', time: '12:00', why: 'timeout' };
    expect(t('setup_failures', { ...failure, times: 1 })).toContain('gpt-x failed 1 time, ');
    expect(t('setup_failures', { ...failure, times: 2 })).toContain('gpt-x failed 2 times, ');
  });

  test('are all used', () => {
    const unused = everyKey.filter(
      (key) => !words.has(key) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
    // A pattern for a whole prefix would count all of its keys as used.
    expect(patterns.filter((pattern) => pattern.test('voice_chat_x') || pattern.test('agent_x'))).toEqual([]);
  });

  test('name every error of the catalogue, and no other', () => {
    const named = everyKey.filter((key) => key.startsWith('error_'));
    expect(named).toEqual(
      Object.keys(errorCatalogue)
        .map((code) => `error_${code}`)
        .sort(),
    );
  });
});

describe('the letters', () => {
  const texts = (language: keyof typeof messagesOf) => Object.entries(messagesOf[language]);

  test('of Uzbek have oʻ, gʻ and ʼ as the alphabet has them', () => {
    expect(texts('uz').filter(([, text]) => /['’‘`´]/.test(text))).toEqual([]);
    expect(texts('uz').filter(([, text]) => /[oOgG]ʼ|(?<![oOgG])ʻ/.test(text))).toEqual([]);
  });

  test('of Uzbek and English are Latin, of Russian Cyrillic', () => {
    for (const language of ['uz', 'en'] as const)
      expect(texts(language).filter(([, text]) => /\p{Script=Cyrillic}/u.test(text))).toEqual([]);
    const withoutLetters = texts('ru').filter(([, text]) => !/\p{Script=Cyrillic}/u.test(text));
    expect(
      withoutLetters.filter(([, text]) => /\p{Script=Latin}{3,}/u.test(text.replace(/\{\w+\}|Ovoz/g, ''))),
    ).toEqual([]);
  });

  test('are all in the typeface that the pages load', () => {
    const css = readFileSync(path.join(root, 'app/globals.css'), 'utf8');
    const ranges = [...css.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
      ([, first = '', last = first]) => [parseInt(first, 16), parseInt(last, 16)],
    );
    const isLoaded = (letter: string) =>
      ranges.some(([first = 0, last = 0]) => {
        const code = letter.codePointAt(0) ?? 0;
        return code >= first && code <= last;
      });
    for (const language of languages)
      expect(
        [...new Set(texts(language).flatMap(([, text]) => [...text]))].filter((a) => !isLoaded(a)),
      ).toEqual([]);
  });
});

test('the privacy page says that an unsent recording is on the device unencrypted', () => {
  const texts = languages.map((language) => messagesOf[language].privacy_browser_text);
  expect(texts).toEqual(
    [/shifrlanmagan holda/, /в незашифрованном виде/, /unencrypted/].map((words) =>
      expect.stringMatching(words),
    ),
  );
});
