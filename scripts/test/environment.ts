import { variableNames } from '../../lib/server/platform/env.ts';

const highLimit = '1000000';

/**
 * The environment under test: no developer's settings, so no real database or vendor, and higher limits. Empty values override
 * .env.
 */
export function testEnvironment(): NodeJS.ProcessEnv {
  const emptySettings = Object.fromEntries(variableNames.map((name) => [name, '']));
  const limits = variableNames.filter((name) => name.startsWith('LIMIT_')).map((name) => [name, highLimit]);
  return {
    ...process.env,
    ...emptySettings,
    DATABASE_URL_UNPOOLED: '',
    ...Object.fromEntries(limits),
    SPEECH_MODELS: 'off',
    // Tests send the visitor's address as a proxy does.
    TRUSTED_PROXIES: '1',
  };
}
