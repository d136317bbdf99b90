'use client';

import { Download, Share2, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { saveFile } from '@/components/ui/save-file';
import { useNowMs } from '@/components/ui/use-now';
import { girihTile } from '@/lib/girih-tile';
import type { Language } from '@/lib/i18n/language';
import { fill } from '@/lib/i18n/strings';
import { formatPhone } from '@/lib/phone';
import { minutesSeconds, paddedMinutesSeconds } from '@/lib/time';
import type { Receipt } from '../after-call';
import { deleteLastCall } from '../call';
import type { VoiceChatStrings } from '../strings';

interface AfterCallProps {
  strings: VoiceChatStrings;
  language: Language;
  receipt: Receipt | null;
  /** When the next call is possible, milliseconds since 1970; null at once. */
  untilMs: number | null;
  onCooldownOver: () => void;
}

/** The outcome of the call: whether it arrived, who calls back, what was recorded, and the visitor's say over it. */
export function AfterCall({ strings, language, receipt, untilMs, onCooldownOver }: AfterCallProps) {
  return (
    <div className="grid gap-3">
      {receipt && <Conversation strings={strings} language={language} receipt={receipt} />}
      {untilMs !== null && <SmallCountdown strings={strings} untilMs={untilMs} onOver={onCooldownOver} />}
    </div>
  );
}

type ConversationProps = Pick<AfterCallProps, 'strings' | 'language'> & { receipt: Receipt };

function Conversation({ strings, language, receipt }: ConversationProps) {
  const { delivery, sentShare, phone, durationMs, answersMs, audioUrl, voice } = receipt;
  if (delivery === 'deleted')
    return (
      <p aria-live="polite" className="text-ink-soft">
        {strings.voice_chat_deleted}
      </p>
    );
  const seconds = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <>
      <div className="grid gap-1.5">
        <p aria-live="polite" className="font-medium text-pretty">
          {strings[`voice_chat_delivery_${delivery}`]}
        </p>
        {delivery === 'sending' && (
          <progress
            value={sentShare}
            aria-label={strings.voice_chat_delivery_sending}
            className="h-1.5 w-full accent-turquoise"
          />
        )}
        <p className="text-sm text-pretty text-ink-soft">
          {fill(strings.voice_chat_call_back, { phone: formatPhone(phone).replaceAll(' ', '\u00a0') })}
        </p>
      </div>
      {audioUrl !== null && (
        <audio
          controls
          preload="metadata"
          src={audioUrl}
          aria-label={strings.voice_chat_listen}
          className="h-11 w-full"
        />
      )}
      <p className="text-sm text-pretty text-ink-soft tabular-nums">
        {fill(strings.voice_chat_recorded, { time: minutesSeconds(durationMs / 1000) })}
        {answersMs.length > 0 &&
          ` ${fill(strings.voice_chat_answers, {
            times: answersMs.map((ms) => seconds.format(ms / 1000)).join(' · '),
          })}`}
      </p>
      <Tile strings={strings} voice={voice} />
      <DeleteButton strings={strings} />
    </>
  );
}

const small =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 text-sm font-medium hover:bg-paper-sunk disabled:opacity-50';

/** The visitor's voice as a girih tile, to keep and to share. */
function Tile({ strings, voice }: { strings: VoiceChatStrings; voice: readonly number[] }) {
  const svg = useMemo(() => girihTile(voice), [voice]);
  const file = () => new File([svg], 'ovoz-girih.svg', { type: 'image/svg+xml' });
  const canShare = typeof navigator.share === 'function';

  async function share() {
    const files = [file()];
    const data = navigator.canShare({ files }) ? { files } : { url: location.origin };
    // Turned away by the visitor: nothing to tell.
    await navigator.share({ title: strings.voice_chat_tile, ...data }).catch(() => undefined);
  }

  return (
    <figure className="flex flex-wrap items-center gap-3">
      <div
        aria-hidden
        dangerouslySetInnerHTML={{ __html: svg }}
        className="size-24 overflow-hidden rounded-xl *:size-full"
      />
      <figcaption className="min-w-40 flex-1 text-sm text-pretty">{strings.voice_chat_tile}</figcaption>
      <div className="flex flex-wrap gap-2">
        <button type="button" onClick={() => saveFile(file(), 'ovoz-girih.svg')} className={small}>
          <Download aria-hidden className="size-4" />
          {strings.voice_chat_tile_keep}
        </button>
        {canShare && (
          <button type="button" onClick={() => void share()} className={small}>
            <Share2 aria-hidden className="size-4" />
            {strings.voice_chat_tile_share}
          </button>
        )}
      </div>
    </figure>
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
        disabled={step === 'busy'}
        onClick={() => (step === 'asked' ? void remove() : setStep('asked'))}
        className={`${small} ${step === 'asked' ? 'text-failed-ink' : ''}`}
      >
        <Trash2 aria-hidden className="size-4" />
        {step === 'asked' || step === 'busy' ? strings.voice_chat_delete_sure : strings.voice_chat_delete}
      </button>
      {step === 'asked' && (
        <button type="button" onClick={() => setStep('idle')} className={small}>
          {strings.voice_chat_delete_keep}
        </button>
      )}
      <p role="alert" className="text-sm text-failed-ink">
        {step === 'failed' && strings.voice_chat_delete_failed}
      </p>
    </div>
  );
}

interface SmallCountdownProps {
  strings: VoiceChatStrings;
  untilMs: number;
  onOver: () => void;
}

function SmallCountdown({ strings, untilMs, onOver }: SmallCountdownProps) {
  const leftMs = untilMs - useNowMs(1000);
  const over = leftMs <= 0;

  useEffect(() => {
    if (over) onOver();
  }, [over, onOver]);

  return (
    <p role="timer" className="text-sm text-ink-soft tabular-nums">
      {fill(strings.voice_chat_cooldown_banner, { time: paddedMinutesSeconds(Math.ceil(leftMs / 1000)) })}
    </p>
  );
}
