/**
 * Popovers, also for Safari 16 and Firefox 115, which have none: there the style sheet hides those without data-open, and a listener
 * (openOldPopovers) does what the browser does elsewhere.
 */
export function isPopoverOpen(popover: HTMLElement): boolean {
  return isNative(popover) ? popover.matches(':popover-open') : popover.hasAttribute('data-open');
}

function isNative(popover: object): boolean {
  return 'popover' in popover;
}

export function showPopover(popover: HTMLElement): void {
  if (isNative(popover)) popover.showPopover();
  else setOpen(popover, true);
}

export function hidePopover(popover: HTMLElement): void {
  if (isNative(popover)) popover.hidePopover();
  else setOpen(popover, false);
}

function setOpen(popover: HTMLElement, open: boolean): void {
  if (isPopoverOpen(popover) === open) return;
  popover.toggleAttribute('data-open', open);
  const [newState, oldState] = open ? ['open', 'closed'] : ['closed', 'open'];
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState, oldState }));
}

/** Opens and closes popovers where the browser does not. Gives the function that ends it. */
export function openOldPopovers(): () => void {
  if (isNative(HTMLElement.prototype)) return () => {};
  const listening = new AbortController();
  const closeAll = (keeps: (popover: HTMLElement) => boolean) => {
    for (const popover of document.querySelectorAll<HTMLElement>('[popover][data-open]'))
      if (!keeps(popover)) setOpen(popover, false);
  };
  // On the window: a page's own listener may have prevented the press from opening anything.
  window.addEventListener(
    'click',
    ({ target, defaultPrevented }) => {
      if (!(target instanceof Element)) return;
      const button = target.closest('[popovertarget]');
      const own = document.getElementById(button?.getAttribute('popovertarget') ?? '');
      closeAll((popover) => popover === own || popover.contains(target));
      if (own && !defaultPrevented) setOpen(own, !isPopoverOpen(own));
    },
    listening,
  );
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && closeAll(() => false), listening);
  return () => listening.abort();
}
