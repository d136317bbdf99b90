import next from 'eslint-config-next/core-web-vitals';
import typescript from 'eslint-config-next/typescript';

const config = [
  { ignores: ['.next/**', '.data/**', 'lib/server/generated/**', 'next-env.d.ts', '**/*.d.json.ts'] },
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
      ],
      // Our pictures are SVG: there is nothing to optimise, and next/image would be code for nothing.
      '@next/next/no-img-element': 'off',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
    },
  },
  {
    files: ['lib/server/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          "TaggedTemplateExpression[typeArguments] > MemberExpression[property.name='$queryRaw']",
          "CallExpression[typeArguments] > MemberExpression[property.name='query']",
        ].map((selector) => ({
          selector,
          message: 'A type cannot vouch for SQL: read its rows with readRows (platform/sql.ts).',
        })),
      ],
    },
  },
];

export default config;
