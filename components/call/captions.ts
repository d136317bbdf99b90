import { createStore } from '@/components/ui/store';

/** One utterance, complete or growing. */
export interface Caption {
  /** The id of the utterance's text streams. Stored receipts have it, too. */
  segment: string;
  speaker: 'agent' | 'visitor';
  text: string;
  /** A guess of the recogniser that may still change. */
  isInterim?: boolean;
}

/** New words of an utterance. */
export interface CaptionNews extends Caption {
  /** The first words of a stream. They replace the text of an earlier stream of the same utterance. */
  isFirst: boolean;
}

/** More than a call of ten minutes can have. */
const maxCaptions = 400;

/** The captions of the page's call, in the order in which they began. */
export const captions = createStore<readonly Caption[]>([]);

/** Shows the captions of a new room instead of those of an earlier one. Returns the function that adds words. */
export function openCaptions(): (news: CaptionNews) => void {
  let roomCaptions: readonly Caption[] = [];
  captions.set(roomCaptions);
  return (news) => {
    const isShown = captions.get() === roomCaptions;
    roomCaptions = addCaption(roomCaptions, news);
    if (isShown) captions.set(roomCaptions);
  };
}

/** Adds words to the captions: an utterance grows while it is spoken, and disappears if it becomes empty. */
export function addCaption(
  all: readonly Caption[],
  { segment, speaker, text, isFirst, isInterim }: CaptionNews,
): readonly Caption[] {
  if (isFirst && text === '') return all.filter((caption) => caption.segment !== segment);
  const index = all.findIndex((caption) => caption.segment === segment);
  if (index === -1) return [...all, { segment, speaker, text, isInterim }].slice(-maxCaptions);
  return all.map((caption, captionIndex) =>
    captionIndex === index ? { ...caption, text: isFirst ? text : caption.text + text, isInterim } : caption,
  );
}

/** The last caption of each side, in the order in which they began. */
export function lastOfEach(all: readonly Caption[]): Caption[] {
  return all.filter(
    (caption, index) => index === all.findLastIndex(({ speaker }) => speaker === caption.speaker),
  );
}
