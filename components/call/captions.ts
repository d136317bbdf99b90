/** One thing the agent says, as far as it has said it. */
export interface Caption {
  segment: string;
  text: string;
}

/** The panel shows the last things said. */
const most = 3;

/**
 * Adds words to the captions. A segment grows while it is spoken; a stream that begins a segment anew (`first`)
 * replaces what it had said.
 */
export function addCaption(
  captions: readonly Caption[],
  { segment, text, first }: { segment: string; text: string; first: boolean },
): readonly Caption[] {
  const at = captions.findIndex((caption) => caption.segment === segment);
  if (at === -1) return [...captions, { segment, text }].slice(-most);
  return captions.map((caption, place) =>
    place === at ? { segment, text: first ? text : caption.text + text } : caption,
  );
}
