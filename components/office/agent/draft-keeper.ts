import { type AgentPage, type PlanDraft, planDraft } from '@/lib/contracts/agent-plan';
import { z } from '@/lib/contracts/schema';
import { type Store, createStore } from '@/components/ui/store';
import { isSamePlan } from './plan-text';

/** `failed` is retried; `conflict` means that somebody else changed the draft, and a person has to decide. */
export type Saving = 'saved' | 'saving' | 'failed' | 'conflict';

export interface KeptDraft {
  plan: PlanDraft;
  revision: number;
  saving: Saving;
  /** The server's version in a conflict. */
  theirs: Draft | null;
  /** Changes from a closed browser that never reached the server; the page offers to restore them. */
  left: Draft | null;
}

interface Draft {
  plan: PlanDraft;
  revision: number;
}

interface Server {
  /** Returns the new revision. */
  save: (revision: number, plan: PlanDraft) => Promise<number>;
  load: () => Promise<AgentPage>;
  /** True if somebody else changed the draft meanwhile. */
  isConflict: (error: unknown) => boolean;
}

type KeptIn = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Storages {
  /** Survives a reload. */
  tab: KeptIn;
  /** Survives the end of the browser; shared by its tabs. */
  browser: KeptIn;
}

const backupKey = 'ovoz-agent-draft';
const backup = z.object({ revision: z.number(), plan: planDraft });
const pauseMs = 600;
const retryMs = 3_000;

/** The draft of a page; without one, the published plan. */
function draftIn({ draft, published }: AgentPage): Draft {
  return { plan: draft.plan ?? published.plan, revision: draft.revision };
}

/**
 * Saves the draft to the server after each pause in typing. Until then it is stored in this tab and browser,
 * which survives a reload, a killed browser and an unreachable server. It never overwrites another person's changes silently.
 */
export class DraftKeeper {
  readonly store: Store<KeptDraft>;
  readonly #server: Server;
  readonly #storages: Storages;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #sent: PlanDraft | undefined;
  #isShown = true;

  constructor(page: AgentPage, server: Server, storages: Storages) {
    this.#server = server;
    this.#storages = storages;
    const left = this.#backupIn('browser', draftIn(page).plan);
    this.store = createStore<KeptDraft>({ ...draftIn(page), saving: 'saved', theirs: null, left });
    this.#recover(page);
  }

  edit(plan: PlanDraft): void {
    const { saving, ...now } = this.store.get();
    this.store.set({ ...now, plan, saving: saving === 'conflict' ? 'conflict' : 'saving', left: null });
    this.#backUp();
    if (saving !== 'conflict') this.#saveAfter(pauseMs);
  }

  /** Saves at once. Returns whether the server has everything. */
  async flush(): Promise<boolean> {
    if (this.store.get().saving === 'conflict') return false;
    await this.#save();
    return this.store.get().saving === 'saved';
  }

  /** Adopts the server's draft, unless this tab has unsaved changes. */
  adopt(page: AgentPage): void {
    const { saving, revision } = this.store.get();
    if (saving !== 'saved' || page.draft.revision < revision) return;
    this.store.set({ ...this.store.get(), ...draftIn(page), theirs: null });
  }

  /** Ends a conflict with this tab's draft or the server's. */
  async settle(keep: 'mine' | 'theirs'): Promise<void> {
    const { theirs, plan } = this.store.get();
    if (theirs === null) return;
    if (keep === 'theirs') {
      this.store.set({ ...theirs, saving: 'saved', theirs: null, left: null });
      this.#forget();
      return;
    }
    this.store.set({ plan, revision: theirs.revision, saving: 'saving', theirs: null, left: null });
    this.#backUp();
    await this.#save();
  }

  /** Restores the changes from a closed browser; a conflict if somebody changed the draft since. */
  takeBack(): void {
    const { left, ...now } = this.store.get();
    if (left === null) return;
    const theirs = { plan: now.plan, revision: now.revision };
    if (left.revision === now.revision) {
      this.store.set({ ...left, saving: 'saving', theirs: null, left: null });
      this.#saveAfter(0);
    } else this.store.set({ ...left, saving: 'conflict', theirs, left: null });
    this.#backUp();
  }

  leave(): void {
    this.#forget();
    this.store.set({ ...this.store.get(), left: null });
  }

  /** Saves on a timer until the returned function is called, which saves once more. */
  attach(): () => void {
    this.#isShown = true;
    return () => {
      this.#isShown = false;
      clearTimeout(this.#timer);
      if (this.store.get().saving === 'saving') void this.#save();
    };
  }

  #recover(page: AgentPage): void {
    const own = this.#backupIn('tab', draftIn(page).plan);
    if (own === null) return;
    this.store.set({ ...this.store.get(), left: own });
    this.takeBack();
  }

  /** The backup in a storage, if it differs from the server's plan. */
  #backupIn(kind: keyof Storages, known: PlanDraft): Draft | null {
    const text = this.#storages[kind].getItem(backupKey);
    if (text === null) return null;
    const found = backup.safeParse(parse(text)).data;
    if (found !== undefined && !isSamePlan(found.plan, known)) return found;
    this.#storages[kind].removeItem(backupKey);
    return null;
  }

  #backUp(): void {
    const { revision, plan } = this.store.get();
    for (const storage of [this.#storages.tab, this.#storages.browser])
      try {
        storage.setItem(backupKey, JSON.stringify({ revision, plan }));
      } catch {
        // The storage is full or forbidden; the server gets the draft in a moment.
      }
  }

  #forget(): void {
    for (const storage of [this.#storages.tab, this.#storages.browser]) storage.removeItem(backupKey);
  }

  #saveAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isShown) this.#timer = setTimeout(() => void this.#save(), ms);
  }

  #save(): Promise<void> {
    clearTimeout(this.#timer);
    return (this.#running ??= this.#saveAll().finally(() => (this.#running = undefined)));
  }

  async #saveAll(): Promise<void> {
    while (['saving', 'failed'].includes(this.store.get().saving)) {
      const { plan, revision } = this.store.get();
      try {
        const next = await this.#server.save(revision, plan);
        this.#saved(plan, next);
      } catch (error) {
        if (!this.#server.isConflict(error)) this.#sent = plan;
        else if (await this.#compare()) continue;
        if (this.store.get().saving === 'conflict') return;
        this.store.set({ ...this.store.get(), saving: 'failed' });
        this.#saveAfter(retryMs);
        return;
      }
    }
  }

  #saved(plan: PlanDraft, revision: number): void {
    const now = this.store.get();
    const isLatest = now.plan === plan;
    this.store.set({ ...now, revision, saving: isLatest ? 'saved' : 'saving' });
    if (isLatest) this.#forget();
    else this.#backUp();
  }

  /** True if the server has this tab's own changes: only the answer to an earlier try was lost. */
  async #compare(): Promise<boolean> {
    const page = await this.#server.load().catch(() => undefined);
    if (page === undefined) return false;
    const theirs = draftIn(page);
    const now = this.store.get();
    if (this.#sent !== undefined && isSamePlan(theirs.plan, this.#sent)) {
      this.#sent = undefined;
      this.store.set({ ...now, revision: theirs.revision });
      return true;
    }
    this.store.set({ ...now, saving: 'conflict', theirs });
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
