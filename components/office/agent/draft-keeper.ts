import { type AgentPage, type PlanDraft, planDraft } from '@/lib/contracts/agent-plan';
import { z } from '@/lib/contracts/schema';
import { type Store, createStore } from '@/components/ui/store';
import { isSamePlan } from './plan-text';

/** `failed`: not with the server yet, and tried again; `conflict`: somebody else has changed the draft, a person decides. */
export type Saving = 'saved' | 'saving' | 'failed' | 'conflict';

export interface KeptDraft {
  plan: PlanDraft;
  revision: number;
  saving: Saving;
  /** In a conflict: the server's version. */
  theirs: Draft | null;
  /** Changes of a closed or killed browser that never reached the server: offered, not applied unasked. */
  left: Draft | null;
}

interface Draft {
  plan: PlanDraft;
  revision: number;
}

interface Server {
  /** Gives the new revision. */
  save: (revision: number, plan: PlanDraft) => Promise<number>;
  load: () => Promise<AgentPage>;
  /** Whether this failure means that somebody else has written meanwhile. */
  isConflict: (error: unknown) => boolean;
}

/** Where the draft is kept. */
export const agentPath = '/api/admin/agent';

type KeptIn = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Storages {
  /** Lives through a reload. */
  tab: KeptIn;
  /** Lives through the end of the browser; shared by its tabs. */
  browser: KeptIn;
}

const backupKey = 'ovoz-agent-draft';
const backup = z.object({ revision: z.number(), plan: planDraft });
const pauseMs = 600;
const retryMs = 3_000;

/** The draft as a page stands: what is being edited, or what is published. */
function draftIn({ draft, published }: AgentPage): Draft {
  return { plan: draft.plan ?? published.plan, revision: draft.revision };
}

/**
 * Brings what is being written to the server a moment after each change. Until it is there, this tab and its browser keep it too:
 * through a reload, a crash, a browser that is killed and a server that is away. What somebody else has written is never overwritten unseen.
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

  /** Saves what is not saved yet, now. Gives whether the server has everything. */
  async flush(): Promise<boolean> {
    if (this.store.get().saving === 'conflict') return false;
    await this.#save();
    return this.store.get().saving === 'saved';
  }

  /** Takes over what the server has; what is not saved here stays, and is settled when it is. */
  adopt(page: AgentPage): void {
    const { saving, revision } = this.store.get();
    if (saving !== 'saved' || page.draft.revision < revision) return;
    this.store.set({ ...this.store.get(), ...draftIn(page), theirs: null });
  }

  /** Ends a conflict: with what was written here, or with what the server has. */
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

  /** Goes on with what a browser that was killed has left; it is a conflict if somebody has written since. */
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

  /** While a page shows it; what is not saved as the page is left is saved then, once. Gives the function that ends it. */
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

  /** The backup of a storage, if it differs from the server's plan. */
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
        // A full or forbidden storage: the server is a moment away.
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

  /** Whether it was this tab's own words that the server has: the answer to an earlier try was lost. */
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
