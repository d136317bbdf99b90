'use client';

import type { MouseEvent, ReactNode } from 'react';

interface HelpPanelProps {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A popover of links. The layout stays when a link changes the page, so the popover closes by itself. */
export function HelpPanel({ id, className, children }: HelpPanelProps) {
  function leave({ currentTarget, target }: MouseEvent<HTMLElement>) {
    if (target instanceof Element && target.closest('a')) currentTarget.hidePopover();
  }
  return (
    <div id={id} popover="auto" className={className} onClick={leave}>
      {children}
    </div>
  );
}
