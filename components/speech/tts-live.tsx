'use client';

import { useId, useState } from 'react';
import { toast } from '@/components/toast/toast';
import { maxSpeechChars } from '@/lib/speech-limits';
import { demoTextOf, demoTexts } from '@/lib/demo-texts';
import { fill } from '@/lib/strings';
import { RateLimitNotice } from './rate-limit-notice';
import type { TtsStrings } from './strings';
import { TtsPlayer } from './tts-player';
import { useRateLimit } from './use-rate-limit';
import { useTts } from './use-tts';

const pill =
  'min-h-11 rounded-full border border-line-strong px-4 font-medium hover:not-disabled:bg-paper-sunk';

export default function TtsLive({ strings }: { strings: TtsStrings }) {
  const [text, setText] = useState('');
  const id = useId();
  const restS = useRateLimit('tts');
  const tts = useTts(() => toast.error(strings.alert_synthesis_failed));
  const length = [...text].length;
  const tooLong = length > maxSpeechChars;
  const rests = restS > 0 && demoTextOf(text) === null;
  const generating = tts.state.status === 'generating';

  function change(next: string) {
    if ([...next].length > maxSpeechChars && !tooLong) toast.error(strings.alert_char_limit);
    setText(next);
  }

  function choose(next: string) {
    tts.reset();
    setText(next);
  }

  function convert() {
    if (text.trim() === '') toast.error(strings.alert_enter_text);
    else void tts.convert(text);
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <label htmlFor={`${id}-text`} className="sr-only">
          {strings.tts_text}
        </label>
        <textarea
          id={`${id}-text`}
          lang="uz"
          rows={6}
          value={text}
          placeholder={strings.tts_placeholder}
          aria-invalid={tooLong}
          aria-describedby={`${id}-count`}
          onChange={(event) => change(event.currentTarget.value)}
          className="min-h-44 resize-y rounded-2xl border border-line bg-paper-sunk p-5 text-lg placeholder:text-ink-soft aria-invalid:border-failed-ink"
        />
        <div className="flex justify-between gap-4 text-sm text-ink-soft">
          <span role="alert" className="text-failed-ink">
            {tooLong ? strings.alert_char_limit : ''}
          </span>
          <span id={`${id}-count`} className="tabular-nums">
            {fill(strings.tts_count, { length })}
          </span>
        </div>
      </div>

      <div role="group" aria-label={strings.tts_examples} className="flex flex-wrap gap-2">
        {demoTexts.map((demo) => (
          <button
            key={demo.id}
            type="button"
            aria-pressed={text === demo.text}
            onClick={() => choose(demo.text)}
            className={`${pill} aria-pressed:border-ink aria-pressed:bg-paper-sunk`}
          >
            {strings[`tts_example_${demo.id}`]}
          </button>
        ))}
      </div>

      <div className="flex flex-wrap items-center gap-3">
        <button
          type="button"
          disabled={tooLong || rests || generating}
          onClick={convert}
          className="min-h-14 grow rounded-full bg-saffron px-7 text-lg font-semibold text-on-saffron shadow-press transition-colors hover:not-disabled:bg-saffron-deep disabled:opacity-50 sm:grow-0"
        >
          {generating ? strings.tts_generating : strings.tts_convert}
        </button>
        <label className="flex min-h-14 items-center gap-3">
          <span className="text-ink-soft">{strings.tts_voice}</span>
          <select className={`${pill} bg-paper-raised`}>
            <option value="muxlisa">muxlisa</option>
          </select>
        </label>
      </div>
      {rests && <RateLimitNotice strings={strings} leftS={restS} />}

      <TtsPlayer strings={strings} tts={tts} />
    </div>
  );
}
