import { type PlanDraft, planDraft } from '@/lib/contracts/agent-plan';
import { z } from '@/lib/contracts/schema';
import { hasSameText } from './plan-text';

/** A plan and the server's revision that it is based on. */
export interface DraftAtRevision {
  plan: PlanDraft;
  revision: number;
}

type BackupStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface Storages {
  /** Survives a reload. */
  tab: BackupStorage;
  /** Survives the end of the browser; shared by its tabs. */
  browser: BackupStorage;
}

const key = 'ovoz-agent-draft';
const backup = z.object({ revision: z.number(), plan: planDraft });

/**
 * Copies of an unsaved draft in this tab and browser. The tabs share one copy in the browser: the tab that wrote it owns it until its
 * draft is saved, or a person restores or drops the copy. The owner's two copies are equal.
 */
export function draftBackup({ tab, browser }: Storages) {
  const isOwner = () => browser.getItem(key) === tab.getItem(key);
  return {
    /**
     * Returns this tab's copy of before a reload, and the browser's copy if another tab owns it. Copies that the server has are
     * removed.
     */
    read(serverPlan: PlanDraft): { own: DraftAtRevision | null; unsent: DraftAtRevision | null } {
      const ownsBoth = isOwner();
      const own = removeIfSame(tab, serverPlan);
      const inBrowser = removeIfSame(browser, serverPlan);
      return { own, unsent: ownsBoth ? null : inBrowser };
    },

    write({ revision, plan }: DraftAtRevision): void {
      const storages = browser.getItem(key) === null || isOwner() ? [browser, tab] : [tab];
      for (const storage of storages)
        try {
          storage.setItem(key, JSON.stringify({ revision, plan }));
        } catch {
          // The storage is full or forbidden; the server gets the draft in a moment.
        }
    },

    clear(): void {
      if (isOwner()) browser.removeItem(key);
      tab.removeItem(key);
    },

    /** Removes the browser's copy that a person restored or dropped, unless another tab has replaced it. */
    removeUnsent({ plan }: DraftAtRevision): void {
      removeIfSame(browser, plan);
    },
  };
}

/** Removes a copy that is unreadable or has this plan. Returns any other copy. */
function removeIfSame(storage: BackupStorage, plan: PlanDraft): DraftAtRevision | null {
  const text = storage.getItem(key);
  if (text === null) return null;
  const copy = backup.safeParse(parse(text)).data;
  if (copy !== undefined && !hasSameText(copy.plan, plan)) return copy;
  storage.removeItem(key);
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
