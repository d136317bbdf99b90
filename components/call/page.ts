import { pointTo } from '@/components/ui/point-to';
import { blockSounds } from '@/components/ui/sounding';
import { callPanelId } from './opener';
import { unsavedDeliveries } from './receipt';

/** The effects of a call on the page around it. */
interface PageEffects {
  /** Other sounds are blocked. */
  blocksSounds: boolean;
  /** The browser asks before the page is left, which would break off the call. */
  guardsPage: boolean;
}

function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Blocks other sounds during a call, and asks before the visitor leaves a call or an unsaved recording. */
export function createPageGuard(): (effects: PageEffects) => void {
  let effects: PageEffects = { blocksSounds: false, guardsPage: false };
  let releaseSounds: (() => void) | undefined;
  const guard = () => {
    const isGuarded = effects.guardsPage || unsavedDeliveries.get() > 0;
    window[isGuarded ? 'addEventListener' : 'removeEventListener']('beforeunload', confirmLeaving);
  };
  unsavedDeliveries.subscribe(guard);
  return (newEffects) => {
    const { blocksSounds, guardsPage } = effects;
    effects = newEffects;
    if (newEffects.guardsPage !== guardsPage) guard();
    if (newEffects.blocksSounds === blocksSounds) return;
    releaseSounds?.();
    releaseSounds = newEffects.blocksSounds
      ? blockSounds(() => pointTo(document.getElementById(callPanelId)))
      : undefined;
  };
}
