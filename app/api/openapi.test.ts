import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '@/lib/contracts/endpoints';
import { openApi } from '@/lib/contracts/openapi';

const document = JSON.parse(JSON.stringify(openApi(endpoints))) as {
  paths: Record<string, Record<string, { responses: object }>>;
};

/** The methods a route answers, as `get /api/leads/{id}`. */
function operationsOf(file: string): string[] {
  const address = `/api/${path.dirname(file)}`.replace(/\[+(?:\.\.\.)?(\w+)\]+/g, '{$1}');
  const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const methods = source.matchAll(/export (?:const|async function|function) (GET|POST|PUT|PATCH|DELETE)\b/g);
  return [...methods].map(([, method = '']) => `${method.toLowerCase()} ${address}`);
}

/** The Pages API routes, which answer GET and HEAD. */
function pagesOperations(): string[] {
  const files = globSync('**/*.ts', { cwd: path.join(import.meta.dirname, '../../pages/api') });
  return files.map((file) => `get /api/${file.replace(/\.ts$/, '').replace(/\[(\w+)\]/g, '{$1}')}`);
}

test('the document names every operation that a route answers, and no other', () => {
  const routes = globSync('**/route.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.startsWith('[...'),
  );
  const documented = Object.entries(document.paths).flatMap(([address, operations]) =>
    Object.keys(operations).map((method) => `${method} ${address}`),
  );
  expect(documented.sort()).toEqual([...routes.flatMap(operationsOf), ...pagesOperations()].sort());
});

test('an operation tells its parameters, its answers and its refusals', () => {
  const { responses } = document.paths['/api/get-token']?.post ?? { responses: {} };
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '409', '422', '429', '503']));
  expect(JSON.stringify(document.paths['/api/leads']?.get)).toContain('"name":"sort"');
});
