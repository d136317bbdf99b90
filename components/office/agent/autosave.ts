import type { AgentPage, PlanDraft } from '@/lib/contracts/agent-plan';
import { type Store, createStore } from '@/components/ui/store';
import { type DraftAtRevision, type Storages, draftBackup } from './draft-backup';
import { hasSameText } from './plan-text';

/** `failed` is retried; `conflict` means that somebody else changed the draft, and a person has to decide. */
export type SaveState = 'saved' | 'saving' | 'failed' | 'conflict';

export interface DraftState {
  plan: PlanDraft;
  revision: number;
  saving: SaveState;
  /** The server's version in a conflict. */
  theirs: DraftAtRevision | null;
  /** Changes that another tab or a closed browser did not save; the page offers to restore them. */
  unsent: DraftAtRevision | null;
}

interface DraftServer {
  /** Returns the new revision. */
  save: (revision: number, plan: PlanDraft) => Promise<number>;
  load: () => Promise<AgentPage>;
  /** True if the draft on the server has another revision. */
  isConflict: (error: unknown) => boolean;
}

const pauseMs = 600;
const retryMs = 3_000;

/** The draft of a page; without one, the published plan. */
function draftIn({ draft, published }: AgentPage): DraftAtRevision {
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
  #runningSave: Promise<void> | undefined;
  /** Plans whose save had no answer: the server may have any of them. */
  readonly #unconfirmedPlans = new Set<PlanDraft>();
  #isAttached = true;

  constructor(page: AgentPage, server: DraftServer, storages: Storages) {
    this.#server = server;
    this.#backup = draftBackup(storages);
    const { own, unsent } = this.#backup.read(draftIn(page).plan);
    this.store = createStore<DraftState>({ ...draftIn(page), saving: 'saved', theirs: null, unsent });
    if (own !== null) this.#continueWith(own);
  }

  edit(plan: PlanDraft): void {
    const { saving, ...state } = this.store.get();
    this.store.set({ ...state, plan, saving: saving === 'conflict' ? 'conflict' : 'saving' });
    this.#backup.write(this.store.get());
    if (saving !== 'conflict') this.#saveAfter(pauseMs);
  }

  /** Saves at once. Returns true if the server has everything. */
  async flush(): Promise<boolean> {
    if (this.store.get().saving === 'conflict') return false;
    await this.#save();
    return this.store.get().saving === 'saved';
  }

  /** Adopts the server's draft, unless it is older than this tab's, or this tab has unsaved changes. */
  adopt(page: AgentPage): void {
    const { saving, revision } = this.store.get();
    if (saving !== 'saved' || page.draft.revision < revision) return;
    this.store.set({ ...this.store.get(), ...draftIn(page), theirs: null });
  }

  /** Continues at the revision that the publication by this tab has made. */
  continueAt(revision: number): void {
    this.store.set({ ...this.store.get(), revision });
  }

  /** Ends a conflict: the chosen draft stays, this tab's or the server's. */
  async resolve(choice: 'mine' | 'theirs'): Promise<void> {
    const { theirs, ...state } = this.store.get();
    if (theirs === null) return;
    if (choice === 'theirs') {
      this.store.set({ ...state, ...theirs, saving: 'saved', theirs: null });
      this.#backup.clear();
      return;
    }
    this.store.set({ ...state, revision: theirs.revision, saving: 'saving', theirs: null });
    this.#backup.write(this.store.get());
    await this.#save();
  }

  /**
   * Restores the unsent changes. If the draft was changed since, this sets a conflict. Does nothing while this tab has unsaved changes,
   * because a conflict offers only what the server has.
   */
  restoreUnsent(): void {
    const { unsent, ...state } = this.store.get();
    if (unsent === null || state.saving !== 'saved') return;
    this.#backup.removeUnsent(unsent);
    this.store.set({ ...state, unsent: null });
    this.#continueWith(unsent);
  }

  dropUnsent(): void {
    const { unsent, ...state } = this.store.get();
    if (unsent === null) return;
    this.#backup.removeUnsent(unsent);
    this.store.set({ ...state, unsent: null });
    if (state.saving !== 'saved') this.#backup.write(state);
  }

  /** Saves on a timer. The returned function stops the timer and starts a save that is due. */
  attach(): () => void {
    this.#isAttached = true;
    return () => {
      this.#isAttached = false;
      clearTimeout(this.#timer);
      if (this.store.get().saving === 'saving') void this.#save();
    };
  }

  /** Replaces the saved draft by a copy, and saves it. If the draft was changed since the copy was made, this sets a conflict. */
  #continueWith(copy: DraftAtRevision): void {
    const { unsent, plan, revision } = this.store.get();
    if (copy.revision === revision) {
      this.store.set({ ...copy, saving: 'saving', theirs: null, unsent });
      this.#saveAfter(0);
    } else this.store.set({ ...copy, saving: 'conflict', theirs: { plan, revision }, unsent });
    this.#backup.write(copy);
  }

  #saveAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isAttached) this.#timer = setTimeout(() => void this.#save(), ms);
  }

  #save(): Promise<void> {
    clearTimeout(this.#timer);
    return (this.#runningSave ??= this.#saveAll().finally(() => (this.#runningSave = undefined)));
  }

  async #saveAll(): Promise<void> {
    while (['saving', 'failed'].includes(this.store.get().saving)) {
      const { plan, revision } = this.store.get();
      try {
        const newRevision = await this.#server.save(revision, plan);
        this.#applySaved(plan, newRevision);
      } catch (error) {
        if (!this.#server.isConflict(error)) this.#unconfirmedPlans.add(plan);
        else if (await this.#resolveOwnConflict()) continue;
        if (this.store.get().saving === 'conflict') return;
        this.store.set({ ...this.store.get(), saving: 'failed' });
        this.#saveAfter(retryMs);
        return;
      }
    }
  }

  #applySaved(plan: PlanDraft, revision: number): void {
    const state = this.store.get();
    this.#unconfirmedPlans.clear();
    const isLatest = state.plan === plan;
    this.store.set({ ...state, revision, saving: isLatest ? 'saved' : 'saving' });
    if (isLatest) this.#backup.clear();
    else this.#backup.write(this.store.get());
  }

  /** Returns true if this tab caused the conflict by a save whose answer was lost. Otherwise sets the conflict, unless loading fails. */
  async #resolveOwnConflict(): Promise<boolean> {
    const page = await this.#server.load().catch(() => undefined);
    if (page === undefined) return false;
    const theirs = draftIn(page);
    const state = this.store.get();
    // The present plan may have been saved by the same tab before a reload.
    if ([state.plan, ...this.#unconfirmedPlans].some((plan) => hasSameText(plan, theirs.plan))) {
      this.#unconfirmedPlans.clear();
      this.store.set({ ...state, revision: theirs.revision });
      return true;
    }
    this.store.set({ ...state, saving: 'conflict', theirs });
    return false;
  }
}
