import type { TextStreamReader } from 'livekit-client';
import { liveKitNames } from '@/lib/contracts/token';
import type { CaptionNews } from '../captions';

/** The agent's words arrive as they are spoken, one stream per utterance; the visitor's as they are recognised. */
export async function readCaption(
  reader: TextStreamReader,
  speaker: CaptionNews['speaker'],
  caption: (news: CaptionNews) => void,
): Promise<void> {
  const { attributes, id } = reader.info;
  const segment = attributes?.[liveKitNames.segmentAttribute] ?? id;
  // The agent's words are final, although its stream is marked as interim while it grows.
  const isInterim = speaker === 'visitor' && attributes?.[liveKitNames.finalAttribute] === 'false';
  let isFirst = true;
  try {
    for await (const text of reader) {
      caption({ segment, speaker, text, isFirst, isInterim });
      isFirst = false;
    }
    // LiveKit drops empty pieces, so an empty stream has none.
    if (isFirst) caption({ segment, speaker, text: '', isFirst, isInterim });
  } catch {
    // The words that arrived before the stream broke off stay.
  }
}
