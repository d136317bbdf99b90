'use client';

import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { PlayerProvider } from '@/components/player/player-context';
import { useSiteFacts } from '@/components/ui/site-facts';
import type { Language } from '@/lib/i18n/language';
import { deleteLastCall } from '../call';
import type { CallReceipt } from '../receipt';
import { voiceLevel } from '../recording/hearing';
import type { CallPanelStrings } from '../strings';
import { Conversation, Recorded } from './conversation';
import { Countdown } from './status';
import { Tile } from './tile';
import { callBackWords } from './words';

interface AfterCallProps {
  strings: CallPanelStrings;
  language: Language;
  /** Null until the recording is made, or if there is none. */
  receipt: CallReceipt | null;
  /** The visitor has spoken, or may have. */
  hasVoice: boolean;
  /** When the next call is possible, milliseconds since 1970; null if it is possible now. */
  untilMs: number | null;
}

/** The receipt of the call: its tile, its delivery, who calls back, its words, and how to delete it. */
export function AfterCall({ strings, language, receipt, hasVoice, untilMs }: AfterCallProps) {
  const isDeleted = receipt?.delivery === 'deleted';
  const isRecordingGone = isDeleted || receipt?.delivery === 'discarded';
  return (
    <div className="grid gap-4">
      {hasTile(receipt, hasVoice) && <Tile strings={strings} voice={receipt?.voice ?? null} />}
      {receipt && <Delivery strings={strings} language={language} receipt={receipt} />}
      {receipt && !isRecordingGone && (
        <PlayerProvider>
          <Conversation strings={strings} receipt={receipt} />
        </PlayerProvider>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft">
        <div>
          {receipt && !isRecordingGone && (
            <Recorded strings={strings} language={language} receipt={receipt} />
          )}
          {untilMs !== null && <Countdown strings={strings} untilMs={untilMs} look="" />}
        </div>
        {receipt && !isDeleted && <DeleteButton strings={strings} />}
      </div>
    </div>
  );
}

/** Until the recording is ready, reserves the tile's place if the visitor spoke. */
function hasTile(receipt: CallReceipt | null, hasVoice: boolean): boolean {
  if (receipt === null) return hasVoice;
  return receipt.delivery !== 'deleted' && receipt.voice.some((level) => level > voiceLevel);
}

interface DeliveryProps {
  strings: CallPanelStrings;
  language: Language;
  receipt: CallReceipt;
}

function Delivery({ strings, language, receipt }: DeliveryProps) {
  const { delivery, sentShare, outcome } = receipt;
  const promise = useSiteFacts()?.callBack?.[language];
  const isDeleted = delivery === 'deleted';
  return (
    <div className="grid gap-1.5">
      {/* Always the same element: screen readers often skip a live region that appears with its words. */}
      <p aria-live="polite" className={isDeleted ? 'text-ink-soft' : 'font-medium text-pretty'}>
        {deliveryWords(receipt, strings)}
      </p>
      {delivery === 'sending' && (
        <progress
          value={sentShare}
          aria-label={strings.voice_chat_delivery_sending}
          className="h-1.5 w-full"
        />
      )}
      {!isDeleted && outcome !== 'unheard' && (
        <p className="text-pretty text-ink-soft">{callBackWords(receipt, strings, language, promise)}</p>
      )}
    </div>
  );
}

function deliveryWords({ delivery, outcome, unsaved }: CallReceipt, strings: CallPanelStrings): string {
  if (delivery === 'deleted') return strings.voice_chat_deleted;
  if (delivery === 'arrived' && outcome !== undefined) return strings.voice_chat_delivery_recorded;
  if (delivery === 'retrying' && unsaved) return strings.voice_chat_delivery_open;
  return strings[`voice_chat_delivery_${delivery}`];
}

const plainLook =
  'inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-sm text-ink-soft underline-offset-4 hover:underline aria-disabled:opacity-50';

/** Asks for confirmation in place, and deletes the call. */
function DeleteButton({ strings }: { strings: CallPanelStrings }) {
  const [step, setStep] = useState<'idle' | 'asked' | 'busy' | 'failed'>('idle');
  const button = useRef<HTMLButtonElement>(null);

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
    <div className="-mx-2 flex flex-wrap items-center">
      <button
        ref={button}
        type="button"
        // Not disabled while it works: the focus would leave the panel.
        aria-disabled={step === 'busy'}
        onClick={() => {
          if (step === 'asked') void remove();
          else if (step !== 'busy') setStep('asked');
        }}
        className={`${plainLook} ${step === 'asked' ? 'font-medium text-failed-ink' : ''}`}
      >
        <Trash2 aria-hidden className="size-4" />
        {step === 'asked' || step === 'busy' ? strings.voice_chat_delete_sure : strings.voice_chat_delete}
      </button>
      {step === 'asked' && (
        <button
          type="button"
          onClick={() => {
            button.current?.focus();
            setStep('idle');
          }}
          className={plainLook}
        >
          {strings.voice_chat_delete_keep}
        </button>
      )}
      {step === 'failed' && (
        <p role="alert" className="px-2 text-sm text-failed-ink">
          {strings.voice_chat_delete_failed}
        </p>
      )}
    </div>
  );
}
