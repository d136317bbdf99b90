import { type PlanDraft, planDraft } from '@/lib/contracts/agent-plan';
import { z } from '@/lib/contracts/schema';
import { isSamePlan } from './plan-text';

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

/** Copies of an unsaved draft in this tab and browser. */
export function draftBackup(storages: Storages) {
  const bothStorages = [storages.tab, storages.browser];
  return {
    /** Returns the copy in a storage if it differs from the server's plan; else removes it. */
    read(kind: keyof Storages, serverPlan: PlanDraft): DraftAtRevision | null {
      const text = storages[kind].getItem(key);
      if (text === null) return null;
      const copy = backup.safeParse(parse(text)).data;
      if (copy !== undefined && !isSamePlan(copy.plan, serverPlan)) return copy;
      storages[kind].removeItem(key);
      return null;
    },

    write({ revision, plan }: DraftAtRevision): void {
      for (const storage of bothStorages)
        try {
          storage.setItem(key, JSON.stringify({ revision, plan }));
        } catch {
          // The storage is full or forbidden; the server gets the draft in a moment.
        }
    },

    clear(): void {
      for (const storage of bothStorages) storage.removeItem(key);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
