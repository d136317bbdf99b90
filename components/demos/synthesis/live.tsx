'use client';

import { AudioLines } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { toast } from '@/components/ui/toast';
import { warmToaster } from '@/components/ui/toast-area';
import { speechVoices } from '@/lib/contracts/limits';
import { demoTextOf } from '@/lib/demo-texts';
import { RateLimitNotice, useRateLimit } from '../rate-limit-notice';
import type { TtsStrings } from '../strings';
import { TtsPlayer } from './player';
import type { SpeechVoice } from './synthesize';
import { TtsExamples, TtsText, isTooLong } from './text';
import { useTts } from './use-tts';

const unchanging = () => () => {};

export default function TtsLive({ strings }: { strings: TtsStrings }) {
  const [text, setText] = useState('');
  const [voice, setVoice] = useState<SpeechVoice>(speechVoices[0]);
  const restS = useRateLimit('tts');
  const tts = useTts(() => toast.error(strings.alert_synthesis_failed));
  const generating = tts.state.status === 'generating';
  const awake = useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  );
  const rests = restS > 0 && demoTextOf(text) === null;

  useEffect(warmToaster, []);

  function choose(next: string) {
    tts.reset();
    setText(next);
  }

  function convert() {
    if (generating || rests) return;
    if (text.trim() === '') toast.error(strings.alert_enter_text);
    else void tts.convert(text, voice);
  }

  return (
    <div className="flex flex-col gap-5">
      <TtsText strings={strings} text={text} voice={voice} onText={setText} onVoice={setVoice} />
      <TtsExamples strings={strings} text={text} onChoose={choose} />
      <div className="flex min-h-43 flex-col gap-3 sm:min-h-21 sm:flex-row sm:items-center sm:gap-5">
        <button
          type="button"
          disabled={isTooLong(text)}
          // Not `disabled` while it works and rests: a button that is pressed and disabled loses the focus.
          aria-disabled={!awake || generating || rests || undefined}
          onClick={convert}
          className={`flex min-h-14 items-center justify-center gap-3 rounded-full bg-saffron px-7 text-lg font-semibold whitespace-nowrap text-on-saffron shadow-press transition-colors hover:bg-saffron-deep disabled:bg-saffron disabled:opacity-50 aria-disabled:bg-saffron ${generating || rests ? 'opacity-50' : ''}`}
        >
          <AudioLines aria-hidden className="size-6" />
          {strings.tts_convert}
        </button>
        {rests ? (
          <RateLimitNotice strings={strings} leftS={restS} />
        ) : (
          <p className="text-sm text-ink-soft">{strings.tts_hint}</p>
        )}
      </div>
      <TtsPlayer strings={strings} tts={tts} />
    </div>
  );
}
