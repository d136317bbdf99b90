'use client';

import { useState, type DragEvent } from 'react';

/** Handlers for an element onto which a file can be dropped, and whether one is above it now. */
export function useFileDrop(open: boolean, onFile: (file: File) => void) {
  const [above, setAbove] = useState(false);

  function over(event: DragEvent<HTMLElement>) {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Without this the browser would leave the page and open the file.
    event.preventDefault();
    event.dataTransfer.dropEffect = open ? 'copy' : 'none';
    setAbove(open);
  }

  function leave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setAbove(false);
  }

  function drop(event: DragEvent<HTMLElement>) {
    event.preventDefault();
    setAbove(false);
    const [file] = event.dataTransfer.files;
    if (open && file) onFile(file);
  }

  return { dropping: above && open, onDragOver: over, onDragLeave: leave, onDrop: drop };
}
