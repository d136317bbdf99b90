import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { api } from '@/lib/contracts/api';
import { openApi } from './openapi.json/openapi';

const document = JSON.parse(JSON.stringify(openApi(api))) as {
  paths: Record<string, Record<string, { responses: object }>>;
};

/** The API paths that the files of a folder answer, without the catch-all for unknown paths. */
function apiPathsIn(folder: string, pattern: string): string[] {
  const files = globSync(pattern, { cwd: path.join(import.meta.dirname, folder) });
  return files
    .filter((file) => !file.startsWith('[...'))
    .map((file) => `/api/${file.replace(/(\/route)?\.ts$/, '')}`.replace(/\[+(?:\.\.\.)?(\w+)\]+/g, '{$1}'));
}

test('each path of the document has a file, and each file has a path in the document', () => {
  const files = [...apiPathsIn('.', '**/route.ts'), ...apiPathsIn('../../pages/api', '**/*.ts')];
  expect(Object.keys(document.paths).sort()).toEqual(files.sort());
});

test('an operation lists its parameters, its answers and its errors', () => {
  const { responses } = document.paths['/api/get-token']?.post ?? { responses: {} };
  expect(Object.keys(responses)).toEqual(
    expect.arrayContaining(['200', '400', '403', '409', '422', '429', '503']),
  );
  expect(JSON.stringify(document.paths['/api/leads/{id}']?.get)).toContain('"name":"id","in":"path"');
  expect(JSON.stringify(document.paths['/api/leads']?.get)).toContain('"name":"sort"');
});
