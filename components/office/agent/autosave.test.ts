import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AgentPage, type PlanDraft, draftOf } from '@/lib/contracts/agent-plan';
import { interviewPlan } from '@/lib/contracts/interview';
import { Autosave } from './autosave';
import { differences, hasSameText } from './plan-text';

const built = draftOf(interviewPlan.parse({}));
const selling = (what: string): PlanDraft => ({ ...built, business: `We sell ${what}.` });

class Conflict extends Error {}

/** A server with one draft, and a browser with storage. */
function fakeOffice() {
  let draft: { revision: number; plan: PlanDraft | null } = { revision: 0, plan: null };
  const storage = () => {
    const items = new Map<string, string>();
    return {
      items,
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
  };
  const [tab, browser] = [storage(), storage()];
  const server = { isAway: false, losesAnswers: false };
  const page = (): AgentPage => ({
    engine: 'model',
    published: { version: 'built-in', plan: built },
    base: built,
    draft: { ...draft, updatedAt: null },
    versions: [],
    builtIn: { greeting: {}, topics: {} },
  });
  const save = async (revision: number, plan: PlanDraft) => {
    if (server.isAway) throw new Error('network');
    if (revision !== draft.revision) throw new Conflict();
    draft = { revision: revision + 1, plan };
    if (server.losesAnswers) throw new Error('network');
    return draft.revision;
  };
  const load = async () => {
    if (server.isAway) throw new Error('network');
    return page();
  };
  const isConflict = (error: unknown) => error instanceof Conflict;
  const open = (loadedPage = page(), tabStorage = tab) =>
    new Autosave(loadedPage, { save, load, isConflict }, { tab: tabStorage, browser });
  const openTab = () => open(page(), storage());
  /** Simulates a restart of the browser, which clears the tab's storage. */
  const reopen = () => {
    tab.items.clear();
    return open();
  };
  const publish = () => (draft = { revision: draft.revision + 1, plan: null }).revision;
  return { server, tab, browser, open, openTab, reopen, page, publish, stored: () => draft };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a draft that is written', () => {
  test('reaches the server a moment later, even if it is edited meanwhile', async () => {
    const { open, stored, tab, browser } = fakeOffice();
    const autosave = open();
    autosave.edit(selling('tea'));
    expect(autosave.store.get().saving).toBe('saving');
    await vi.advanceTimersByTimeAsync(500);
    autosave.edit(selling('silk'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored()).toMatchObject({ revision: 1, plan: selling('silk') });
    expect(autosave.store.get()).toMatchObject({ saving: 'saved', revision: 1 });
    expect([tab.items.size, browser.items.size]).toEqual([0, 0]);
  });

  test('is stored in the tab while the server is away, sent again, and found after a reload', async () => {
    const { open, server, stored } = fakeOffice();
    const autosave = open();
    server.isAway = true;
    autosave.edit(selling('tea'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(autosave.store.get().saving).toBe('failed');
    vi.clearAllTimers();
    const reloaded = open();
    expect(reloaded.store.get().plan.business).toBe('We sell tea.');
    await vi.advanceTimersByTimeAsync(1_000);
    server.isAway = false;
    await vi.advanceTimersByTimeAsync(3_100);
    expect(reloaded.store.get().saving).toBe('saved');
    expect(stored().plan).toEqual(selling('tea'));
  });

  test('does not conflict with itself if the answer was lost', async () => {
    const { open, server, stored } = fakeOffice();
    const autosave = open();
    server.losesAnswers = true;
    autosave.edit(selling('tea'));
    await vi.advanceTimersByTimeAsync(1_000);
    server.losesAnswers = false;
    autosave.edit(selling('tea and silk'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(autosave.store.get()).toMatchObject({ saving: 'saved', revision: 2 });
    expect(stored().plan).toEqual(selling('tea and silk'));
  });

  test('does not conflict with itself if the answer was lost, and a later save did not arrive', async () => {
    const { open, server, stored } = fakeOffice();
    const autosave = open();
    server.losesAnswers = true;
    autosave.edit(selling('tea'));
    await vi.advanceTimersByTimeAsync(1_000);
    server.isAway = true;
    autosave.edit(selling('tea and silk'));
    await vi.advanceTimersByTimeAsync(1_000);
    server.isAway = server.losesAnswers = false;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(autosave.store.get()).toMatchObject({ saving: 'saved', theirs: null });
    expect(stored().plan).toEqual(selling('tea and silk'));
  });

  test('does not conflict with its own publication, before the page has loaded the published plan', async () => {
    const { open, publish, stored } = fakeOffice();
    const autosave = open();
    autosave.edit(selling('tea'));
    await autosave.flush();
    autosave.continueAt(publish());
    autosave.edit(selling('tea and silk'));
    expect(await autosave.flush()).toBe(true);
    expect(stored().plan).toEqual(selling('tea and silk'));
  });

  test('does not conflict with its own save from before the page was opened again', async () => {
    const { open, page, tab, stored } = fakeOffice();
    const pageBefore = page();
    const left = open();
    left.edit(selling('tea'));
    const copy = tab.items.entries().next().value;
    await left.flush();
    // The page opens with a draft loaded before that save, and the tab's copy of before its answer.
    if (copy) tab.items.set(...copy);
    const again = open(pageBefore);
    expect(await again.flush()).toBe(true);
    expect(stored().plan).toEqual(selling('tea'));
  });
});

test('a page that is left before the save saves the draft at once, and then requests nothing more', async () => {
  const { open, server, stored } = fakeOffice();
  const autosave = open();
  const leave = autosave.attach();
  autosave.edit(selling('tea'));
  leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(stored().plan).toEqual(selling('tea'));

  const away = open();
  const leaveAway = away.attach();
  server.isAway = true;
  away.edit(selling('silk'));
  leaveAway();
  await vi.advanceTimersByTimeAsync(0);
  expect([away.store.get().saving, vi.getTimerCount()]).toEqual(['failed', 0]);
});

describe('a browser that is killed before the save', () => {
  test('offers the last edits, and continues with them', async () => {
    const { open, reopen, stored } = fakeOffice();
    const killed = open();
    killed.edit(selling('tea'));
    vi.clearAllTimers();
    const autosave = reopen();
    expect(autosave.store.get()).toMatchObject({
      plan: built,
      saving: 'saved',
      unsent: { plan: selling('tea') },
    });
    autosave.restoreUnsent();
    expect(await autosave.flush()).toBe(true);
    expect(stored().plan).toEqual(selling('tea'));
    expect(reopen().store.get().unsent).toBeNull();
  });

  test('restores edits made after another save, and does not offer declined edits again', async () => {
    const { open, reopen, stored } = fakeOffice();
    const killed = open();
    killed.edit(selling('tea'));
    vi.clearAllTimers();
    const other = reopen();
    other.edit(selling('silk'));
    await other.flush();
    other.dropUnsent();
    const second = open();
    second.edit(selling('pots'));
    vi.clearAllTimers();
    const third = reopen();
    third.restoreUnsent();
    await third.flush();
    expect(stored().plan).toEqual(selling('pots'));
    const declined = open();
    declined.edit(selling('nothing'));
    vi.clearAllTimers();
    reopen().dropUnsent();
    expect(reopen().store.get().unsent).toBeNull();
  });
});

describe('an offer of unsent edits', () => {
  const offer = { unsent: { plan: selling('tea') } };

  /** A page whose browser was killed before its last edits were saved. */
  function openAfterKill() {
    const office = fakeOffice();
    office.open().edit(selling('tea'));
    vi.clearAllTimers();
    return { ...office, autosave: office.reopen() };
  }

  test('stays while the draft is edited, and then lets a person choose between both', async () => {
    const { autosave, reopen, stored } = openAfterKill();
    autosave.edit(selling('silk'));
    expect(autosave.store.get()).toMatchObject(offer);
    autosave.restoreUnsent();
    expect(autosave.store.get()).toMatchObject({ plan: selling('silk'), ...offer });
    await autosave.flush();
    expect(stored().plan).toEqual(selling('silk'));
    vi.clearAllTimers();

    const next = reopen();
    expect(next.store.get()).toMatchObject({ plan: selling('silk'), ...offer });
    next.restoreUnsent();
    expect(next.store.get()).toMatchObject({
      plan: selling('tea'),
      saving: 'conflict',
      theirs: { plan: selling('silk') },
      unsent: null,
    });
    await next.resolve('mine');
    expect(stored().plan).toEqual(selling('tea'));
    expect(reopen().store.get().unsent).toBeNull();
  });

  test('stays beside the edits of a reloaded tab, and in a conflict', async () => {
    const { autosave, open, openTab } = openAfterKill();
    autosave.edit(selling('silk'));
    vi.clearAllTimers();
    const reloaded = open();
    expect(reloaded.store.get()).toMatchObject({ plan: selling('silk'), saving: 'saving', ...offer });
    const other = openTab();
    other.edit(selling('pots'));
    await other.flush();
    expect(await reloaded.flush()).toBe(false);
    await reloaded.resolve('theirs');
    expect(reloaded.store.get()).toMatchObject({ plan: selling('pots'), saving: 'saved', ...offer });
  });

  test('that is dropped makes room for the edits made since', () => {
    const { autosave, reopen } = openAfterKill();
    autosave.edit(selling('silk'));
    autosave.dropUnsent();
    expect(autosave.store.get().unsent).toBeNull();
    vi.clearAllTimers();
    expect(reopen().store.get()).toMatchObject({ unsent: { plan: selling('silk') } });
  });
});

describe('two tabs', () => {
  test('a save of one does not delete the unsaved edits of the other, which a new tab then offers', async () => {
    const { openTab, server } = fakeOffice();
    const [one, other] = [openTab(), openTab()];
    server.isAway = true;
    one.edit(selling('tea'));
    expect(await one.flush()).toBe(false);
    vi.clearAllTimers();
    server.isAway = false;
    other.edit(selling('silk'));
    expect(await other.flush()).toBe(true);
    expect(openTab().store.get()).toMatchObject({ plan: selling('silk'), unsent: { plan: selling('tea') } });
  });

  test.each(['mine', 'theirs'] as const)(
    'do not overwrite each other unseen; %s wins if it is chosen',
    async (choice) => {
      const { open, stored } = fakeOffice();
      const [one, other] = [open(), open()];
      one.edit(selling('tea'));
      await one.flush();
      other.edit(selling('silk'));
      expect(await other.flush()).toBe(false);
      expect(other.store.get()).toMatchObject({ saving: 'conflict', theirs: { plan: selling('tea') } });
      other.edit(selling('silk and pots'));
      await vi.advanceTimersByTimeAsync(5_000);
      expect(stored().plan).toEqual(selling('tea'));
      await other.resolve(choice);
      expect(other.store.get()).toMatchObject({ saving: 'saved', theirs: null });
      expect(stored().plan).toEqual(selling(choice === 'mine' ? 'silk and pots' : 'tea'));
    },
  );

  test('follow each other if only one of them edits', async () => {
    const { open, page } = fakeOffice();
    const [one, other] = [open(), open()];
    one.edit(selling('tea'));
    await one.flush();
    other.adopt(page());
    expect(other.store.get().plan.business).toBe('We sell tea.');
    other.edit(selling('silk'));
    expect(await other.flush()).toBe(true);
  });
});

describe('the differences of two plans', () => {
  test('are listed section by section', () => {
    const after = {
      ...selling('tea'),
      topics: built.topics.slice(1),
      faq: [{ question: 'Open?', answer: 'Always.' }],
    };
    const changes = differences(built, after);
    expect(changes.map(({ id }) => id)).toEqual(['business', 'topics', 'faq', 'topic name']);
    const faq = changes.find(({ id }) => id === 'faq');
    expect(faq?.changes).toEqual([expect.objectContaining({ value: 'Open?\n— Always.', added: true })]);
  });

  test('do not depend on the order of the languages', () => {
    const greeting = { uz: 'Salom', en: 'Hello' };
    expect(hasSameText({ ...built, greeting }, { ...built, greeting: { en: 'Hello', uz: 'Salom' } })).toBe(
      true,
    );
    expect(hasSameText(built, selling('tea'))).toBe(false);
  });
});
