import { describe, expect, it } from 'vitest';
import { sentenceKey } from '../../lib/server/plan/script.ts';
import { OwnerVoices } from './owner-voices.ts';

const callbackUrl = 'http://web.test';
const hello = { language: 'en', text: 'Hello!' } as const;
const bye = { language: 'en', text: 'Goodbye!' } as const;
const ids = [hello, bye].map((_, at) => `00000000-0000-4000-8000-00000000000${at}`);

/** Owner's voices, and a fake web app that has both sentences and fails while `isAway`. */
function voicesWithWebApp() {
  const requests: string[] = [];
  const web = { isAway: false, isBroken: false, requests, revision: 'a' };
  const voices = new OwnerVoices(callbackUrl, async (url) => {
    if (web.isAway) throw new Error('connection refused');
    const { pathname, host } = new URL(url);
    requests.push(`${host} ${pathname}`);
    if (pathname === '/api/agent/voice')
      return {
        revision: web.revision,
        recordings: [hello, bye].map((each, at) => ({ sentence: sentenceKey(each), id: ids[at] })),
      };
    if (web.isBroken) throw new Error('status 502');
    const at = ids.indexOf(pathname.slice(pathname.lastIndexOf('/') + 1));
    return { samples: Buffer.from(Int16Array.of(at, 1_000).buffer).toString('base64') };
  });
  return { web, voices };
}

describe('the owner’s voice in a call', () => {
  it('is fetched once for all calls, before the first of them', async () => {
    const { web, voices } = voicesWithWebApp();
    expect(await voices.prepare('a')).toBe(true);
    expect(await voices.prepare('a')).toBe(false);
    await voices.current?.load([hello, bye]);
    web.isAway = true;
    const voice = await voices.fetchForCall({ voice: 'a', callbackUrl });
    expect(await voice?.recorded(bye)).toEqual(Int16Array.of(1, 1_000));
    expect(voice?.recorded({ language: 'en', text: 'Hello?' })).toBeUndefined();
    expect(voice?.recorded({ ...hello, language: 'ru' })).toBeUndefined();
    expect(web.requests).toHaveLength(3);
  });

  it('is the new one in the call after a recording, and an unchanged recording is loaded once', async () => {
    const { web, voices } = voicesWithWebApp();
    await (await voices.fetchForCall({ voice: 'a', callbackUrl }))?.load([hello]);
    web.revision = 'b';
    await (await voices.fetchForCall({ voice: 'b', callbackUrl }))?.load([hello, bye]);
    expect(web.requests.filter((path) => path.includes(ids[0] ?? '-'))).toHaveLength(1);
  });

  it('is absent if nothing is recorded, or the web app is away', async () => {
    const { web, voices } = voicesWithWebApp();
    expect(await voices.fetchForCall({ callbackUrl })).toBeUndefined();
    web.isAway = true;
    expect(await voices.fetchForCall({ voice: 'a', callbackUrl })).toBeUndefined();
    expect(await voices.prepare('a')).toBe(false);
    web.isAway = false;
    expect(await voices.prepare('a')).toBe(true);
    expect(await voices.prepare(undefined)).toBe(true);
    expect(voices.current).toBeUndefined();
  });

  it('leaves a sentence that cannot be loaded to the configured voice, until a load succeeds', async () => {
    const { web, voices } = voicesWithWebApp();
    const voice = await voices.fetchForCall({ voice: 'a', callbackUrl });
    web.isBroken = true;
    await voice?.load([hello]);
    expect(voice?.recorded(hello)).toBeUndefined();
    web.isBroken = false;
    await voice?.load([hello]);
    expect(await voice?.recorded(hello)).toHaveLength(2);
  });

  it('is not cached under a revision that is no longer the current one', async () => {
    const { web, voices } = voicesWithWebApp();
    web.revision = 'b';
    expect(await voices.prepare('a')).toBe(true);
    web.revision = 'a';
    await voices.fetchForCall({ voice: 'a', callbackUrl });
    await voices.fetchForCall({ voice: 'a', callbackUrl });
    expect(web.requests).toHaveLength(2);
  });

  it('comes from the web app that the call belongs to', async () => {
    const { web, voices } = voicesWithWebApp();
    await voices.fetchForCall({ voice: 'a', callbackUrl: 'http://preview.test' });
    await voices.fetchForCall({ voice: 'a', callbackUrl });
    expect(web.requests.map((path) => path.split(' ')[0])).toEqual(['preview.test', 'web.test']);
  });
});
