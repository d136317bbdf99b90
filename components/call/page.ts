import { pointTo } from '@/components/ui/point-to';
import { blockSounds } from '@/components/ui/sounding';
import { callPanelId } from './opener';
import { unsavedDeliveries } from './receipt';

/** The effects of a call on the page around it. */
interface PageNeeds {
  /** Other sounds are blocked. */
  isQuiet: boolean;
  /** Leaving the page would break off a call. */
  isGuarded: boolean;
}

function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Blocks other sounds during a call, and asks before the visitor leaves a call or an unsaved recording. */
export function createPageGuard(): (needs: PageNeeds) => void {
  let needs: PageNeeds = { isQuiet: false, isGuarded: false };
  let releaseSounds: (() => void) | undefined;
  const guard = () => {
    const isGuarded = needs.isGuarded || unsavedDeliveries.get() > 0;
    window[isGuarded ? 'addEventListener' : 'removeEventListener']('beforeunload', confirmLeaving);
  };
  unsavedDeliveries.subscribe(guard);
  return (newNeeds) => {
    const { isQuiet, isGuarded } = needs;
    needs = newNeeds;
    if (newNeeds.isGuarded !== isGuarded) guard();
    if (newNeeds.isQuiet === isQuiet) return;
    releaseSounds?.();
    releaseSounds = newNeeds.isQuiet
      ? blockSounds(() => pointTo(document.getElementById(callPanelId)))
      : undefined;
  };
}
