import type { AgentPage, PlanDraft } from '@/lib/contracts/agent-plan';
import { type Store, createStore } from '@/components/ui/store';
import { type BackedUpDraft, type Storages, draftBackup } from './draft-backup';
import { isSamePlan } from './plan-text';

/** `failed` is retried; `conflict` means that somebody else changed the draft, and a person has to decide. */
export type SaveState = 'saved' | 'saving' | 'failed' | 'conflict';

export interface DraftState {
  plan: PlanDraft;
  revision: number;
  saving: SaveState;
  /** The server's version in a conflict. */
  theirs: BackedUpDraft | null;
  /** Changes from a closed browser that never reached the server; the page offers to restore them. */
  unsent: BackedUpDraft | null;
}

interface DraftServer {
  /** Returns the new revision. */
  save: (revision: number, plan: PlanDraft) => Promise<number>;
  load: () => Promise<AgentPage>;
  /** True if somebody else changed the draft meanwhile. */
  isConflict: (error: unknown) => boolean;
}

const pauseMs = 600;
const retryMs = 3_000;

/** The draft of a page; without one, the published plan. */
function draftIn({ draft, published }: AgentPage): BackedUpDraft {
  return { plan: draft.plan ?? published.plan, revision: draft.revision };
}

/**
 * Saves the draft at each pause in typing; until then a local copy survives reloads and crashes. Never overwrites another person's
 * changes silently.
 */
export class Autosave {
  readonly store: Store<DraftState>;
  readonly #server: DraftServer;
  readonly #backup: ReturnType<typeof draftBackup>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #sent: PlanDraft | undefined;
  #isShown = true;

  constructor(page: AgentPage, server: DraftServer, storages: Storages) {
    this.#server = server;
    this.#backup = draftBackup(storages);
    const unsent = this.#backup.read('browser', draftIn(page).plan);
    this.store = createStore<DraftState>({ ...draftIn(page), saving: 'saved', theirs: null, unsent });
    this.#recover(page);
  }

  edit(plan: PlanDraft): void {
    const { saving, ...now } = this.store.get();
    this.store.set({ ...now, plan, saving: saving === 'conflict' ? 'conflict' : 'saving', unsent: null });
    this.#backup.write(this.store.get());
    if (saving !== 'conflict') this.#saveAfter(pauseMs);
  }

  /** Saves at once. Returns true if the server has everything. */
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
  async resolve(choice: 'mine' | 'theirs'): Promise<void> {
    const { theirs, plan } = this.store.get();
    if (theirs === null) return;
    if (choice === 'theirs') {
      this.store.set({ ...theirs, saving: 'saved', theirs: null, unsent: null });
      this.#backup.clear();
      return;
    }
    this.store.set({ plan, revision: theirs.revision, saving: 'saving', theirs: null, unsent: null });
    this.#backup.write(this.store.get());
    await this.#save();
  }

  /** Restores the changes from a closed browser; a conflict if somebody changed the draft since. */
  restoreUnsent(): void {
    const { unsent, ...now } = this.store.get();
    if (unsent === null) return;
    const theirs = { plan: now.plan, revision: now.revision };
    if (unsent.revision === now.revision) {
      this.store.set({ ...unsent, saving: 'saving', theirs: null, unsent: null });
      this.#saveAfter(0);
    } else this.store.set({ ...unsent, saving: 'conflict', theirs, unsent: null });
    this.#backup.write(this.store.get());
  }

  dropUnsent(): void {
    this.#backup.clear();
    this.store.set({ ...this.store.get(), unsent: null });
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
    const own = this.#backup.read('tab', draftIn(page).plan);
    if (own === null) return;
    this.store.set({ ...this.store.get(), unsent: own });
    this.restoreUnsent();
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
    if (isLatest) this.#backup.clear();
    else this.#backup.write(this.store.get());
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
