'use client';

import { AudioLines, Pause, Play } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Equalizer } from '@/components/brand/equalizer';
import { useSiteFacts } from '@/components/ui/site-facts';
import { toast } from '@/components/ui/toast';
import { createStore } from '@/components/ui/store';
import { useHydrated } from '@/components/ui/use-hydrated';
import { pressLook } from '@/components/ui/press-look';
import { speechVoices } from '@/lib/contracts/limits';
import type { Language } from '@/lib/i18n/language';
import { demoTextOf, demoTexts, builtInVoiceName } from '@/lib/demo-texts';
import { RateLimitNotice, refusalMessage, useRateLimit } from '../rate-limit';
import type { TtsStrings } from '../strings';
import { useWhenNear } from '../when-near';
import { ttsAction } from './tts-machine';
import { TtsPlayer } from './player';
import type { SpeechVoice } from './synthesize';
import { TtsExamples, TtsText, isTooLong } from './text';
import { type Tts, type TtsFault, loadSpeech, useTts } from './use-tts';

/** Why a synthesis failed, and what to do next. */
function reasonWords(strings: TtsStrings, fault: TtsFault): string {
  const words: Partial<Record<TtsFault, string>> = {
    speech_unavailable: strings.tts_fault_unavailable,
    cut: strings.tts_fault_other,
    speech_timeout: strings.error_speech_timeout,
    timeout: strings.error_speech_timeout,
    network: strings.tts_fault_offline,
    no_sound: strings.tts_fault_no_sound,
  };
  // Keys, accounts and our own faults are not the visitor's business.
  return words[fault] ?? strings.error_speech_failed;
}

const example = demoTexts[0]?.text ?? '';

/** The text outlives a visit to another page and a change of language, in memory only. */
const demoText = createStore(example);

/** The text-to-speech demo. Its audio code loads when the visitor comes near it. */
export function TtsDemo({ strings, language }: { strings: TtsStrings; language: Language }) {
  const text = useSyncExternalStore(demoText.subscribe, demoText.get, () => example);
  const [voice, setVoice] = useState<SpeechVoice>(speechVoices[0]);
  const [failure, setFailure] = useState<string | null>(null);
  const leftS = useRateLimit('tts');
  const serverVoiceName = useSiteFacts()?.voice ?? '…';
  const tts = useTts((fault, untilMs) => {
    const isRefused = fault === 'rate_limited';
    setFailure(isRefused ? refusalMessage(strings, language, untilMs) : reasonWords(strings, fault));
    toast.error(strings.alert_synthesis_failed);
  });
  const isRecorded = demoTextOf(text) !== null;
  const isLimited = leftS > 0 && !isRecorded;
  const panel = useWhenNear<HTMLDivElement>(loadSpeech);

  function choose(newText: string) {
    setFailure(null);
    tts.reset();
    demoText.set(newText);
  }

  function convert() {
    if (text.trim() === '') return toast.error(strings.alert_enter_text);
    setFailure(null);
    void tts.convert(text, voice);
  }

  return (
    <div ref={panel} className="flex flex-col gap-5">
      <TtsText
        strings={strings}
        text={text}
        voice={voice}
        voiceName={isRecorded ? builtInVoiceName : serverVoiceName}
        onText={demoText.set}
        onVoice={setVoice}
      />
      <TtsExamples strings={strings} text={text} onChoose={choose} />
      <div className="flex min-h-43 flex-col gap-3 sm:min-h-21 sm:flex-row sm:items-center sm:gap-5">
        <MainButton strings={strings} tts={tts} text={text} isLimited={isLimited} onConvert={convert} />
        {isLimited ? (
          <RateLimitNotice strings={strings} leftS={leftS} />
        ) : (
          <p className="text-sm text-ink-soft">{strings.tts_hint}</p>
        )}
      </div>
      <TtsPlayer
        strings={strings}
        tts={tts}
        hasPlayButton={ttsAction(tts.state, text) === 'convert'}
        failure={failure}
      />
    </div>
  );
}

interface MainButtonProps {
  strings: TtsStrings;
  tts: Tts;
  text: string;
  isLimited: boolean;
  onConvert: () => void;
}

/** Synthesizes the text, then plays and pauses the sound. It is never disabled while it works, so it keeps the focus. */
function MainButton({ strings, tts, text, isLimited, onConvert }: MainButtonProps) {
  const hydrated = useHydrated();
  const action = ttsAction(tts.state, text);
  const isBlocked = action === 'wait' || (action === 'convert' && isLimited);
  const mainAction = {
    convert: {
      label: strings.tts_convert,
      run: onConvert,
      icon: <AudioLines aria-hidden className="size-6" />,
    },
    wait: { label: strings.tts_convert, run: () => {}, icon: <Equalizer className="h-5 w-auto" /> },
    play: {
      label: strings.tts_play,
      run: tts.play,
      icon: <Play aria-hidden className="size-6 fill-current" />,
    },
    pause: {
      label: strings.tts_pause,
      run: tts.pause,
      icon: <Pause aria-hidden className="size-6 fill-current" />,
    },
  }[action];
  return (
    <button
      type="button"
      disabled={action === 'convert' && isTooLong(text)}
      aria-disabled={!hydrated || isBlocked || undefined}
      onClick={() => isBlocked || mainAction.run()}
      className={`${pressLook} min-w-60 shrink-0 disabled:bg-saffron disabled:opacity-50 aria-disabled:bg-saffron ${isBlocked ? 'opacity-50' : ''}`}
    >
      {mainAction.icon}
      {mainAction.label}
    </button>
  );
}
