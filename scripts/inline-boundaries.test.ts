import { createElement, lazy, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { expect, test } from 'vitest';
import { inlineBoundaries } from './inline-boundaries.ts';

const long = (name: string) => createElement('p', null, `${name} `.repeat(2_000));

async function pageOf(...names: string[]): Promise<string> {
  const demos = names.map((name) => {
    const Demo = lazy(async () => ({ default: () => long(name) }));
    return createElement(Suspense, { key: name, fallback: 'empty' }, createElement(Demo));
  });
  const { prelude } = await prerender(createElement('main', null, long('before'), demos, long('after')));
  return new Response(prelude).text();
}

test('each boundary stands in its place, without a script', async () => {
  const page = await pageOf('first', 'second');
  expect(page).toContain('$RC(');
  const inlined = inlineBoundaries(page);
  expect(inlined).toMatch(
    /before <\/p><!--\$--><p>first .*<!--\/\$--><!--\$--><p>second .*<!--\/\$--><p>after/,
  );
  expect(inlined).not.toMatch(/\$RC|empty|hidden|template/);
});

test('a page without boundaries stays as it is', async () => {
  const page = await pageOf();
  expect(inlineBoundaries(page)).toBe(page);
});

test('a shape that is not known is refused', async () => {
  const page = await pageOf('first');
  expect(() => inlineBoundaries(page.replace('$RC("B:0"', '$RX("B:0"'))).toThrow('another script');
  expect(() => inlineBoundaries(page.replace('id="B:0"', 'id="B:7"'))).toThrow('unknown shape');
});
