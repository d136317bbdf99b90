import type { Tab } from '../chart/ports';
import { saveDraft } from '../draft';
import { callFormId } from '../opener';
import { abandonCall } from '../recording/deliver';
import { beginCooldown, readCooldown, saveCurrentCall } from '../tab-memory';

/** @param isCallOn true while the card belongs to a running call */
export function tabPort(isCallOn: () => boolean): Tab {
  return {
    readCooldown,
    startCooldown: beginCooldown,
    saveCurrentCall,
    abandon: (previous) => void abandonCall(previous, isCallOn),
    showForm() {
      document.getElementById(callFormId)?.showPopover();
    },
    reloadForNewTerms({ phone, language }) {
      saveDraft({ phone, language });
      window.location.reload();
    },
  };
}
