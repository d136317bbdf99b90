import { variableNames } from '../../lib/server/platform/env.ts';

const plenty = '1000000';

/**
 * The environment of everything under test: nothing of the developer's own settings, neither from the shell nor from
 * .env (an empty value counts as not set, and keeps the file's from being taken), so that no test can reach a real
 * database or vendor; and limits no test runs into.
 */
export function testEnvironment(): NodeJS.ProcessEnv {
  const blank = Object.fromEntries(variableNames.map((name) => [name, '']));
  const limits = variableNames.filter((name) => name.startsWith('LIMIT_')).map((name) => [name, plenty]);
  // The tests name the addresses of their visitors themselves, as a proxy would.
  return { ...process.env, ...blank, ...Object.fromEntries(limits), TRUSTED_PROXIES: '1' };
}
