'use client';

import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { demoTexts } from '@/lib/demo-texts';
import { maxSpeechChars, speechVoices } from '@/lib/contracts/limits';
import { fill } from '@/lib/i18n/strings';
import type { TtsStrings } from '../strings';
import type { SpeechVoice } from './synthesize';

interface TtsTextProps {
  strings: TtsStrings;
  text: string;
  voice: SpeechVoice;
  /** The name that the list shows for the voice. */
  voiceName: string;
  onText: (text: string) => void;
  onVoice: (voice: SpeechVoice) => void;
}

/** Counts code points, so that most emoji are one character. */
export function isTooLong(text: string): boolean {
  return [...text].length > maxSpeechChars;
}

/** The text with its counter, and the voice that will read it. */
export function TtsText({ strings, text, voice, voiceName, onText, onVoice }: TtsTextProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isTextTooLong = isTooLong(text);

  // The visitor may have typed before hydration.
  const adoptTypedText = useEffectEvent(() => {
    const typed = field.current?.value ?? '';
    if (typed !== text) onText(typed);
  });
  useEffect(() => adoptTypedText(), []);

  function change(newText: string) {
    if (isTooLong(newText) && !isTextTooLong) toast.error(strings.alert_char_limit);
    onText(newText);
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label htmlFor={`${id}-text`} className="text-lg font-semibold">
          {strings.tts_text}
        </label>
        <label className="flex min-h-11 items-center gap-3">
          <span className="text-ink-soft">{strings.tts_voice}</span>
          <Select
            value={voice}
            choices={speechVoices}
            onChoose={(name) => onVoice(name ?? voice)}
            className="min-h-11 min-w-36 rounded-full border border-line-strong bg-paper-raised px-4 font-medium hover:bg-paper-sunk"
          >
            {() => voiceName}
          </Select>
        </label>
      </div>
      <textarea
        ref={field}
        id={`${id}-text`}
        lang="uz"
        rows={6}
        value={text}
        placeholder={strings.tts_placeholder}
        aria-invalid={isTextTooLong}
        aria-describedby={`${id}-limit ${id}-count`}
        onChange={(event) => change(event.currentTarget.value)}
        className="min-h-66 resize-y rounded-2xl border border-line bg-paper-sunk p-5 text-lg aria-invalid:border-failed-ink max-[22rem]:min-h-76 sm:min-h-44"
      />
      <div className="flex justify-between gap-4 text-sm">
        <p id={`${id}-limit`} className="font-medium text-failed-ink">
          {isTextTooLong ? strings.alert_char_limit : null}
        </p>
        <p
          id={`${id}-count`}
          className={`whitespace-nowrap tabular-nums ${isTextTooLong ? 'font-semibold text-failed-ink' : 'text-ink-soft'}`}
        >
          {fill(strings.tts_count, { length: [...text].length })}
        </p>
      </div>
    </div>
  );
}

interface TtsExamplesProps {
  strings: TtsStrings;
  text: string;
  onChoose: (text: string) => void;
}

/** The examples; the one in the text area is pressed. */
export function TtsExamples({ strings, text, onChoose }: TtsExamplesProps) {
  return (
    <div role="group" aria-label={strings.tts_examples} className="flex flex-wrap gap-2">
      {demoTexts.map((demo) => (
        <button
          key={demo.id}
          type="button"
          aria-pressed={text === demo.text}
          onClick={() => onChoose(demo.text)}
          className="min-h-11 rounded-full border border-line-strong px-4 font-medium hover:bg-paper-sunk aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
        >
          {strings[`tts_example_${demo.id}`]}
        </button>
      ))}
    </div>
  );
}
