/** The allowed directions of imports (docs/architecture.md). */
const forbid = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
});

/** Each folder of `parent` imports only those named before it. */
const inOrder = (parent, folders) =>
  folders.flatMap((folder, at) => {
    const later = folders.slice(at + 1);
    if (later.length === 0) return [];
    return forbid(
      `${parent}/${folder}-first`,
      `^${parent}/${folder}/(?!.*\\.test\\.tsx?$)`,
      `^${parent}/(${later.join('|')})/`,
      `A folder of ${parent} imports only those before it: ${folders.join(', ')}.`,
    );
  });

const config = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A circle has no beginning to read from. Move what both modules need into a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    forbid(
      'site-serves',
      '^((app|pages)/(?!.*\\.(test|spec)\\.tsx?$)|(middleware|instrumentation|next\\.config)\\.ts$)',
      '^(agent|scripts|e2e)/',
      'The site starts no agent and runs no command.',
    ),
    {
      name: 'no-alias-in-plain-node',
      comment: 'lib, agent and scripts run in plain Node, which knows no @/: use relative paths.',
      severity: 'error',
      from: { path: '^(lib|agent|scripts)/(?!.*\\.test\\.tsx?$)' },
      to: { dependencyTypes: ['aliased'] },
    },
    forbid(
      'components-draw',
      '^components/',
      '^(app|pages|agent|scripts|lib/server)/',
      'Components import components and lib, never the server side.',
    ),
    forbid(
      'lib-runs-anywhere',
      '^lib/(?!server/)',
      '^(app|pages|components|agent|scripts|lib/server)/',
      'lib without lib/server also runs in a browser: it imports no other folder.',
    ),
    forbid(
      'server-below-the-pages',
      '^lib/server/',
      '^(app|pages|components|agent|scripts)/',
      'lib/server runs in plain Node too: it imports lib/server and lib.',
    ),
    forbid(
      'agent-on-lib',
      '^agent/',
      '^(app|pages|components|scripts)/',
      'The agent imports only agent, lib/server and lib.',
    ),
    forbid(
      'scripts-below-e2e',
      '^scripts/',
      '^e2e/',
      'The browser tests import scripts, never the other way.',
    ),
    ...inOrder('lib/server', [
      'platform',
      'language-models',
      'backup',
      'http',
      'audio',
      'plan',
      'speech',
      'leads',
      'calls',
      'jobs',
      'office',
    ]),
    ...inOrder('components', ['ui', 'brand', 'player', 'call', 'demos', 'leads', 'site', 'office']),
    forbid(
      'chart-stands-alone',
      '^components/call/chart/(?!.*\\.test\\.ts$)',
      '^components/(?!call/chart/)',
      'The chart imports no other component.',
    ),
    ...inOrder('components/call', ['chart', 'recording', 'adapters', 'panel', 'form']),
    forbid(
      'call-below-its-drawing',
      '^components/call/(?!(panel|form)/|(host|loader)\\.tsx?$)',
      '^components/call/(panel|form)/',
      'The call imports neither its panel nor its form. The host and the loader join them.',
    ),
    forbid(
      'livekit-in-adapters',
      '^(?!components/(call/adapters|office/live)/)',
      'livekit-client',
      'The adapters hide the media server from the rest of the call; the office listens to calls.',
    ),
    forbid(
      'xstate-in-chart',
      '^(?!components/call/(chart/|call\\.ts$))',
      'node_modules/xstate/',
      'Only the chart and call.ts, which runs it, import XState.',
    ),
    ...inOrder('agent', [
      'language',
      'models',
      'conversation',
      'speaking',
      'hearing',
      'reporting',
      'recording',
      'call',
      'simulator',
    ]),
    ...inOrder('lib', ['uzbek', 'i18n', 'contracts']),
    {
      name: 'tests-stay-out-of-production',
      comment: 'Production code imports no test and nothing made for tests.',
      severity: 'error',
      from: { pathNot: '(\\.(test|spec)\\.tsx?$|^e2e/|^scripts/|/testing/)' },
      to: { path: '(\\.test\\.tsx?$|^e2e/|/testing/)' },
    },
    {
      name: 'declared-dependencies-alone',
      comment: 'package.json names what the product imports under dependencies.',
      severity: 'error',
      from: {
        path: '^(app|pages|components|lib|agent)/|^[\\w-]+\\.ts$',
        pathNot: '(\\.(test|spec)\\.tsx?$|/testing/)',
      },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: '@livekit/rtc-ffi-bindings',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.next|\\.data|lib/server/generated)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};

export default config;
