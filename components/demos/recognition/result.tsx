'use client';

import { Copy } from 'lucide-react';
import { Equalizer } from '@/components/brand/equalizer';
import { toast } from '@/components/ui/toast';
import type { Language } from '@/lib/i18n/language';
import type { SttStrings } from '../strings';
import type { SttState } from './stt-machine';
import { resultWords } from './parts';

interface SttResultProps {
  strings: SttStrings;
  language: Language;
  state: SttState;
  /** The heights of the equalizer's bars for what the microphone hears now. */
  bars: () => number[];
}

/** The result box: placeholder, bars while it listens and works, then the text or the fault. */
export function SttResult({ strings, language, state, bars }: SttResultProps) {
  const words = resultWords(strings, language, state);
  const text = state.status === 'complete' ? state.text : '';
  return (
    <section
      aria-label={strings.stt_result}
      className="flex min-h-44 flex-col gap-4 rounded-2xl border border-line bg-paper-sunk p-5 text-lg"
    >
      <Bars state={state} bars={bars} />
      <div aria-live="polite" className="grow empty:hidden">
        {words !== null && (
          <p
            lang={text === '' ? undefined : 'uz'}
            className={`break-words whitespace-pre-wrap ${state.status === 'error' ? 'text-failed-ink' : ''}`}
          >
            {words}
          </p>
        )}
      </div>
      {(state.status === 'idle' || state.status === 'mic_denied') && (
        <p className="text-ink-soft">{strings.stt_placeholder}</p>
      )}
      {text !== '' && <CopyButton strings={strings} text={text} />}
    </section>
  );
}

function Bars({ state, bars }: Pick<SttResultProps, 'state' | 'bars'>) {
  if (state.status === 'listening')
    return <Equalizer read={bars} className="m-auto h-24 w-auto text-turquoise" />;
  if (state.status === 'processing' || state.status === 'connecting')
    return <Equalizer className="m-auto h-24 w-auto text-line-strong" />;
  return null;
}

function CopyButton({ strings, text }: { strings: SttStrings; text: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(strings.stt_copied);
    } catch {
      toast.error(strings.stt_copy_failed);
    }
  }
  return (
    <button
      type="button"
      onClick={copy}
      className="flex min-h-11 items-center gap-2 self-end rounded-full border border-line-strong px-4 text-base font-medium hover:bg-paper-raised"
    >
      <Copy aria-hidden className="size-4" />
      {strings.stt_copy}
    </button>
  );
}
