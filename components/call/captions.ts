import { createStore } from '@/components/ui/store';

/** One utterance, complete or growing. */
export interface Caption {
  segment: string;
  speaker: 'agent' | 'visitor';
  text: string;
  /** A guess of the recogniser that may still change. */
  interim?: boolean;
}

/** Words of a segment; a stream that begins it again (`first`) replaces its text. */
export interface CaptionNews extends Caption {
  first: boolean;
}

/** A call of an hour has fewer. */
const maxCaptions = 400;

/** The captions of the page's call, in the order in which they began. */
export const captions = createStore<readonly Caption[]>([]);

/** Shows the captions of a new room. Those of an earlier one are no longer shown. */
export function openCaptions(): (news: CaptionNews) => void {
  let own: readonly Caption[] = [];
  captions.set(own);
  return (news) => {
    const isShown = captions.get() === own;
    own = addCaption(own, news);
    if (isShown) captions.set(own);
  };
}

/** Adds words to the captions: a segment grows while it is spoken. */
export function addCaption(
  all: readonly Caption[],
  { segment, speaker, text, first, interim }: CaptionNews,
): readonly Caption[] {
  const at = all.findIndex((caption) => caption.segment === segment);
  if (at === -1) return [...all, { segment, speaker, text, interim }].slice(-maxCaptions);
  return all.map((caption, place) =>
    place === at ? { ...caption, text: first ? text : caption.text + text, interim } : caption,
  );
}

/** The last caption of each side, in the order in which they began. */
export function lastOfEach(all: readonly Caption[]): Caption[] {
  return all.filter((one, at) => at === all.findLastIndex(({ speaker }) => speaker === one.speaker));
}
