import { variableNames } from '../../lib/server/platform/env.ts';

const plenty = '1000000';

/**
 * The environment under test. Blanks the developer's settings, so that no test reaches a real database or vendor; an empty value also
 * overrides .env. Raises the limits beyond what tests use.
 */
export function testEnvironment(): NodeJS.ProcessEnv {
  const blank = Object.fromEntries(variableNames.map((name) => [name, '']));
  const limits = variableNames.filter((name) => name.startsWith('LIMIT_')).map((name) => [name, plenty]);
  return {
    ...process.env,
    ...blank,
    ...Object.fromEntries(limits),
    SPEECH_MODELS: 'off',
    // Tests send the visitor's address as a proxy does.
    TRUSTED_PROXIES: '1',
  };
}
