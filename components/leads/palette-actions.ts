import { useEffect, useEffectEvent } from 'react';

/** An action that a page adds to the office's palette. */
export interface PaletteAction {
  title: string;
  /** A second text beside the title, such as the name of a lead. */
  hint?: string;
  run: () => void;
}

type ActionSource = () => PaletteAction[];

const sources = new Set<ActionSource>();

/** Adds the page's actions to the palette, which reads them when it opens. */
export function usePaletteActions(actions: ActionSource): void {
  const read = useEffectEvent(actions);
  useEffect(() => {
    const source = () => read();
    sources.add(source);
    return () => void sources.delete(source);
  }, []);
}

export function pageActions(): PaletteAction[] {
  return [...sources].flatMap((source) => source());
}
