import type { Caption } from '../call/captions';
import type { VoiceChatStrings } from '../strings';

/**
 * What the agent says, as it says it. Not a live region: who listens to a screen reader hears the agent already, and
 * two voices at once are none.
 */
export function CaptionLines({
  strings,
  captions,
}: {
  strings: VoiceChatStrings;
  captions: readonly Caption[];
}) {
  const last = captions.at(-1);
  return (
    <section aria-label={strings.voice_chat_captions} className="min-w-0 flex-1 text-pretty">
      {captions.map((caption) => (
        <p
          key={caption.segment}
          className={caption === last ? 'text-ink' : 'hidden text-sm text-ink-soft sm:block'}
        >
          {caption.text}
        </p>
      ))}
    </section>
  );
}
