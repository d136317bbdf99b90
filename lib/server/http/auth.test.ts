import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setUpEnvironment } from '../testing/server.ts';

setUpEnvironment();

const localHeaders = {
  host: 'localhost:3000',
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': 'localhost:3000',
};

/** Imports auth.ts anew with these settings, because it reads them once. */
async function importAuth(settings: Record<string, string>) {
  vi.resetModules();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return import('./auth.ts');
}

function request(headers: Record<string, string>, method = 'GET'): Request {
  return new Request('http://localhost:3000/api/leads', { method, headers });
}

beforeEach(() => {
  for (const name of [
    'ADMIN_PASSWORD',
    'ADMIN_TOKEN',
    'ADMIN_WITHOUT_PASSWORD',
    'SESSION_SECRET',
    'CRON_SECRET',
  ])
    vi.stubEnv(name, '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

describe('without a password', () => {
  test('a deploy is locked', async () => {
    const { requireAdmin } = await importAuth({});
    await expect(requireAdmin(request(localHeaders))).rejects.toMatchObject({
      code: 'admin_locked',
      status: 403,
    });
  });

  test('a local run is open only on this machine, by one of its own names', async () => {
    const { adminStateOf } = await importAuth({ ADMIN_WITHOUT_PASSWORD: 'local' });
    const state = (headers: Record<string, string>) =>
      adminStateOf(new Headers({ ...localHeaders, ...headers }));
    expect(await state({})).toBe('open');
    expect(await state({ host: '127.0.0.1:3000' })).toBe('open');
    expect(await state({ host: '[::1]:3000' })).toBe('open');
    for (const host of [
      'evil.example:3000',
      'localhost.evil.example',
      '127.0.0.1.nip.io',
      '192.168.1.5:3000',
    ]) {
      expect(await state({ host, 'x-forwarded-host': host })).toBe('locked');
    }
    expect(await state({ 'x-forwarded-host': 'ovoz.example' })).toBe('locked');
    expect(await state({ 'x-forwarded-for': '203.0.113.7' })).toBe('locked');
  });
});

describe('without a password, by the link that the start command prints', () => {
  const token = 'a-token-of-32-characters-or-more-than-that';
  const settings = { ADMIN_WITHOUT_PASSWORD: 'local', ADMIN_TOKEN: token };

  test('before the link is opened the page is locked, also behind a proxy that hides the client', async () => {
    const { adminStateOf, requireAdmin } = await importAuth(settings);
    expect(await adminStateOf(new Headers(localHeaders))).toBe('needs_link');
    expect(await adminStateOf(new Headers({ host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' }))).toBe(
      'needs_link',
    );
    await expect(requireAdmin(request(localHeaders))).rejects.toMatchObject({
      code: 'admin_locked',
      message: expect.stringContaining('link that npm start has printed'),
    });
  });

  test('after signing out the error says how to sign in again', async () => {
    const ADMIN_TOKEN = `${token} of a run that signs out`;
    const { adminStateOf, openLink, requireAdmin } = await importAuth({ ...settings, ADMIN_TOKEN });
    const { endSession } = await import('./sessions.ts');
    const cookie = (await openLink(new Headers(localHeaders), ADMIN_TOKEN))?.split(';')[0] ?? '';
    const headers = new Headers({ ...localHeaders, cookie });
    expect(await adminStateOf(headers)).toBe('open');
    await endSession(headers, false);
    await expect(requireAdmin(request({ ...localHeaders, cookie }))).rejects.toMatchObject({
      code: 'admin_locked',
      message: expect.stringContaining('The next start prints a new one.'),
    });
  });

  test('the link opens a single session', async () => {
    const { adminStateOf, openLink } = await importAuth(settings);
    expect(await openLink(new Headers(localHeaders), 'wrong')).toBeNull();
    expect(
      await openLink(new Headers({ ...localHeaders, 'x-forwarded-for': '203.0.113.7' }), token),
    ).toBeNull();
    const cookie = (await openLink(new Headers(localHeaders), token))?.split(';')[0] ?? '';
    expect(await adminStateOf(new Headers({ ...localHeaders, cookie }))).toBe('open');
    expect(await openLink(new Headers(localHeaders), token)).toBeNull();
    const next = await importAuth({ ...settings, ADMIN_TOKEN: `${token} of the next run` });
    expect(await next.adminStateOf(new Headers({ ...localHeaders, cookie }))).toBe('needs_link');
    // The link stays used after every session has ended, and after more than a week.
    const { endSession, deleteExpiredSessions } = await import('./sessions.ts');
    vi.useFakeTimers({ now: Date.now() + 30 * 24 * 3_600_000, toFake: ['Date'] });
    await deleteExpiredSessions();
    vi.useRealTimers();
    await endSession(new Headers(), true);
    expect(await openLink(new Headers(localHeaders), token)).toBeNull();
  });
});

describe('with a password', () => {
  const settings = { ADMIN_PASSWORD: 'correct horse', ADMIN_WITHOUT_PASSWORD: 'local' };
  const cookieOf = (setCookie: string) => setCookie.split(';')[0] ?? '';

  test('a password is required on this machine, too', async () => {
    const { requireAdmin } = await importAuth(settings);
    await expect(requireAdmin(request(localHeaders))).rejects.toMatchObject({
      code: 'unauthorized',
      status: 401,
    });
  });

  test('the password opens a session in a cookie that scripts cannot read', async () => {
    const { signIn, requireAdmin } = await importAuth(settings);
    const setCookie = await signIn(new Headers({ 'x-forwarded-proto': 'https' }), 'correct horse');
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
    await expect(
      requireAdmin(request({ ...localHeaders, cookie: cookieOf(setCookie) })),
    ).resolves.toBeUndefined();
  });

  test('a wrong, an empty and a nearly right password are refused', async () => {
    const { signIn } = await importAuth(settings);
    for (const password of ['', 'wrong', 'correct horse ', 'x'.repeat(10_000)]) {
      await expect(signIn(new Headers(), password)).rejects.toMatchObject({
        code: 'wrong_password',
        status: 401,
      });
    }
  });

  test('a forged or truncated cookie is ignored, also if it comes before the true one', async () => {
    const { signIn, adminStateOf } = await importAuth(settings);
    const cookie = cookieOf(await signIn(new Headers(), 'correct horse'));
    const long = `ovoz_admin=${'x'.repeat(3000)}`;
    for (const forged of [cookie.slice(0, -3), 'ovoz_admin=', 'ovoz_admin=bad', 'ovoz_admin=%00', long]) {
      expect(await adminStateOf(new Headers({ cookie: forged }))).toBe('sign_in');
    }
    expect(await adminStateOf(new Headers({ cookie: `ovoz_admin=bad; ${cookie}` }))).toBe('signed_in');
    const other = await importAuth({ ...settings, SESSION_SECRET: 'x'.repeat(32) });
    expect(await other.adminStateOf(new Headers({ cookie }))).toBe('sign_in');
  });

  test('a session ends for good when it is signed out, here or everywhere', async () => {
    const { signIn, adminStateOf } = await importAuth(settings);
    const { endSession } = await import('./sessions.ts');
    const openSession = async () =>
      new Headers({ cookie: cookieOf(await signIn(new Headers(), 'correct horse')) });
    const [here, there] = [await openSession(), await openSession()];
    expect(await endSession(here, false)).toMatch(/Max-Age=0/);
    expect(await Promise.all([here, there].map(adminStateOf))).toEqual(['sign_in', 'signed_in']);
    await endSession(await openSession(), true);
    expect(await adminStateOf(there)).toBe('sign_in');
  });

  test('over https the cookie is Secure, and no other host can set it', async () => {
    const { signIn } = await importAuth({ ...settings, PUBLIC_URL: 'https://ovoz.example' });
    expect(await signIn(new Headers(), 'correct horse')).toMatch(/^__Host-ovoz_admin=.*; Secure$/);
  });

  test('a new password ends every session', async () => {
    const { signIn } = await importAuth(settings);
    const cookie = cookieOf(await signIn(new Headers(), 'correct horse'));
    const { adminStateOf } = await importAuth({ ...settings, ADMIN_PASSWORD: 'another' });
    expect(await adminStateOf(new Headers({ cookie }))).toBe('sign_in');
  });

  test('a session lasts a week', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { signIn, adminStateOf } = await importAuth(settings);
    const headers = new Headers({ cookie: cookieOf(await signIn(new Headers(), 'correct horse')) });
    vi.setSystemTime(Date.now() + 6.9 * 24 * 3_600_000);
    expect(await adminStateOf(headers)).toBe('signed_in');
    vi.setSystemTime(Date.now() + 0.2 * 24 * 3_600_000);
    expect(await adminStateOf(headers)).toBe('sign_in');
  });

  test('a request that changes something must come from our own page', async () => {
    const { signIn, requireAdmin } = await importAuth(settings);
    const cookie = cookieOf(await signIn(new Headers(), 'correct horse'));
    const foreign = { ...localHeaders, cookie, origin: 'https://evil.example' };
    await expect(requireAdmin(request(foreign, 'DELETE'))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(requireAdmin(request({ ...localHeaders, cookie }, 'DELETE'))).resolves.toBeUndefined();
  });
});

test('the scheduler’s secret is required; if none is set, everybody is refused', async () => {
  const { requireCron } = await importAuth({ CRON_SECRET: 'tick' });
  expect(() => requireCron(new Headers({ authorization: 'Bearer tick' }))).not.toThrow();
  for (const authorization of ['Bearer tock', 'Bearer ', '']) {
    expect(() => requireCron(new Headers({ authorization }))).toThrow();
  }
  const unset = await importAuth({ CRON_SECRET: '' });
  expect(() => unset.requireCron(new Headers({ authorization: 'Bearer ' }))).toThrow();
});
