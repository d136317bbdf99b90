/** One thing that one side says, as far as it has said it. */
export interface Caption {
  segment: string;
  speaker: 'agent' | 'visitor';
  text: string;
  /** A guess of the recogniser's that may still change. */
  interim?: boolean;
}

/** Words of a segment; a stream that begins it anew (`first`) replaces what it had said. */
export interface CaptionNews extends Caption {
  first: boolean;
}

/** The panel shows the last thing that each side said. */
const most = 6;

/** Adds words to the captions: a segment grows while it is spoken. */
export function addCaption(
  captions: readonly Caption[],
  { segment, speaker, text, first, interim }: CaptionNews,
): readonly Caption[] {
  const at = captions.findIndex((caption) => caption.segment === segment);
  if (at === -1) return [...captions, { segment, speaker, text, interim }].slice(-most);
  return captions.map((caption, place) =>
    place === at ? { ...caption, text: first ? text : caption.text + text, interim } : caption,
  );
}
