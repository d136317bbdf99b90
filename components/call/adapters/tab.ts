import type { Tab } from '../chart/ports';
import { saveFormFields } from '../form-fields';
import { callFormId } from '../opener';
import { abandonCall } from '../recording/deliver';
import { beginCooldown, readCooldown, saveCurrentCall } from '../tab-memory';

/** @param isCallOn true while a call is on */
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
      saveFormFields({ phone, language });
      window.location.reload();
    },
  };
}
