'use client';

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { soundBegins } from '@/components/ui/sounding';
import type { Language } from '@/lib/i18n/language';
import { fill } from '@/lib/i18n/strings';
import { formatPhone } from '@/lib/phone';
import { minutesSeconds, tenthsOfSeconds } from '@/lib/time';
import { deleteLastCall } from '../call';
import type { CallReceipt } from '../receipt';
import { voiceLevel } from '../recording/hearing';
import type { VoiceChatStrings } from '../strings';
import { Countdown } from './status';
import { Tile, smallButton } from './tile';

interface AfterCallProps {
  strings: VoiceChatStrings;
  language: Language;
  receipt: CallReceipt | null;
  /** When the next call is possible, milliseconds since 1970; null at once. */
  untilMs: number | null;
}

/** The outcome of the call: whether it arrived, who calls back, what was recorded, and the visitor's say over it. */
export function AfterCall({ strings, language, receipt, untilMs }: AfterCallProps) {
  return (
    <div className="grid gap-3">
      {receipt && <Conversation strings={strings} language={language} receipt={receipt} />}
      {untilMs !== null && <Countdown strings={strings} untilMs={untilMs} look="text-sm text-ink-soft" />}
    </div>
  );
}

type ConversationProps = Pick<AfterCallProps, 'strings' | 'language'> & { receipt: CallReceipt };

function Conversation({ strings, language, receipt }: ConversationProps) {
  const { delivery, sentShare, phone, outcome } = receipt;
  const deleted = delivery === 'deleted';
  return (
    <>
      <div className="grid gap-1.5">
        {/* One and the same element: a live region that is new with its words is often not read. */}
        <p aria-live="polite" className={deleted ? 'text-ink-soft' : 'font-medium text-pretty'}>
          {deliveryWords(receipt, strings)}
        </p>
        {delivery === 'sending' && (
          <progress
            value={sentShare}
            aria-label={strings.voice_chat_delivery_sending}
            className="h-1.5 w-full accent-turquoise"
          />
        )}
        {!deleted && outcome !== 'unheard' && (
          <p className="text-sm text-pretty text-ink-soft">
            {fill(strings.voice_chat_call_back, { phone: formatPhone(phone).replaceAll(' ', '\u00a0') })}
          </p>
        )}
      </div>
      {!deleted && <Kept strings={strings} language={language} receipt={receipt} />}
    </>
  );
}

function deliveryWords({ delivery, outcome, unsaved }: CallReceipt, strings: VoiceChatStrings): string {
  if (delivery === 'deleted') return strings.voice_chat_deleted;
  if (delivery === 'arrived' && outcome !== undefined) return strings.voice_chat_delivery_recorded;
  if (delivery === 'retrying' && unsaved) return strings.voice_chat_delivery_open;
  return strings[`voice_chat_delivery_${delivery}`];
}

/** The recording, to hear, to keep and to delete. */
function Kept({ strings, language, receipt }: ConversationProps) {
  const { durationMs, answersMs, audioUrl, voice, answers = [] } = receipt;
  return (
    <>
      {audioUrl !== null && (
        <audio
          controls
          preload="metadata"
          src={audioUrl}
          aria-label={strings.voice_chat_listen}
          onPlay={({ currentTarget }) => {
            if (!soundBegins(currentTarget)) currentTarget.pause();
          }}
          className="h-11 w-full"
        />
      )}
      <p className="text-sm text-pretty text-ink-soft tabular-nums">
        {fill(strings.voice_chat_recorded, { time: minutesSeconds(durationMs / 1000) })}
        {answersMs.length > 0 &&
          ` ${fill(strings.voice_chat_answers, {
            times: answersMs.map((ms) => tenthsOfSeconds(ms / 1000, language)).join(' · '),
          })}`}
      </p>
      {answers.length > 0 && (
        <p className="text-sm text-pretty">
          <span className="font-medium text-ink-soft">{strings.voice_chat_you} </span>
          {answers.join(' · ')}
        </p>
      )}
      {voice.some((level) => level > voiceLevel) && <Tile strings={strings} voice={voice} />}
      <DeleteButton strings={strings} />
    </>
  );
}

/** Deleting asks once more, in place. */
function DeleteButton({ strings }: { strings: VoiceChatStrings }) {
  const [step, setStep] = useState<'idle' | 'asked' | 'busy' | 'failed'>('idle');

  async function remove() {
    setStep('busy');
    try {
      await deleteLastCall();
    } catch (error) {
      console.error('The call was not deleted:', error);
      setStep('failed');
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <button
        type="button"
        // Not disabled while it works: the focus would leave the panel.
        aria-disabled={step === 'busy'}
        onClick={() => {
          if (step === 'asked') void remove();
          else if (step !== 'busy') setStep('asked');
        }}
        className={`${smallButton} aria-disabled:opacity-50 ${step === 'asked' ? 'text-failed-ink' : ''}`}
      >
        <Trash2 aria-hidden className="size-4" />
        {step === 'asked' || step === 'busy' ? strings.voice_chat_delete_sure : strings.voice_chat_delete}
      </button>
      {step === 'asked' && (
        <button type="button" onClick={() => setStep('idle')} className={smallButton}>
          {strings.voice_chat_delete_keep}
        </button>
      )}
      {step === 'failed' && (
        <p role="alert" className="text-sm text-failed-ink">
          {strings.voice_chat_delete_failed}
        </p>
      )}
    </div>
  );
}
