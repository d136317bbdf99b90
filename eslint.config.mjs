import next from 'eslint-config-next/core-web-vitals';
import typescript from 'eslint-config-next/typescript';

const typedRows = [
  "TaggedTemplateExpression[typeArguments] > MemberExpression[property.name='$queryRaw']",
  "CallExpression[typeArguments] > MemberExpression[property.name='query']",
].map((selector) => ({
  selector,
  message: 'A type cannot vouch for SQL: read its rows with readRows (lib/server/platform/sql.ts).',
}));

const config = [
  {
    ignores: [
      '.next/**',
      '.data/**',
      'public/**',
      'lib/server/generated/**',
      'next-env.d.ts',
      '**/*.d.json.ts',
    ],
  },
  ...next,
  ...typescript,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "ExpressionStatement > CallExpression[callee.name='expect']",
          message: 'expect() without a matcher checks nothing.',
        },
        ...['', 'ImportExpression > '].map((named) => ({
          selector: `CallExpression[callee.object.name='vi'][callee.property.name=/ock$/] > ${named}Literal[value=/^(\\.|@\\/)/]`,
          message: 'Pass a fake of an own file to what uses it; mock only packages.',
        })),
      ],
      // The site's pictures are SVG and the owner's are data URLs, so next/image would optimise nothing.
      '@next/next/no-img-element': 'off',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
    },
  },
  {
    files: ['lib/server/leads/**'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...typedRows] },
  },
  {
    files: ['app/**', 'pages/**', 'lib/server/**'],
    ignores: ['**/*.{test,spec}.ts', 'lib/server/leads/**', 'lib/server/testing/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...typedRows,
        ...["[object.callee.name='db']", "[object.name='tx']"].map((client) => ({
          selector: `MemberExpression[property.name='lead']${client}`,
          message: 'The table of leads is read and written by lib/server/leads alone.',
        })),
      ],
    },
  },
];

export default config;
