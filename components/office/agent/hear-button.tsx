import { LoaderCircle, Square, Volume2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { beginSound } from '@/components/ui/sounding';
import { apiUrl } from '@/lib/api-client';
import { toast } from '@/components/ui/toast';
import { toolLook } from '@/components/ui/tool-button';
import type { Language } from '@/lib/i18n/language';

interface HearButtonProps {
  text: string;
  language: Language;
  /** Plays this recording of the owner instead. */
  recordingId?: string | undefined;
  /** Names the sentence for screen readers. */
  label: string;
}

/** Speaks a sentence with the configured voice, or plays its recording; a second press stops it. */
export function HearButton({ text, language, label, recordingId }: HearButtonProps) {
  const t = useTranslations();
  const [phase, setPhase] = useState<'idle' | 'loading' | 'playing'>('idle');
  const sound = useRef<HTMLAudioElement>(null);
  useEffect(() => () => sound.current?.pause(), []);

  function press() {
    if (phase !== 'idle') return sound.current?.pause();
    const url =
      recordingId === undefined
        ? apiUrl('GET /api/tts/stream', { query: { text, language, office: '1' } })
        : apiUrl('GET /api/admin/agent/voice/{id}', { params: { id: recordingId } });
    const audio = new Audio(url);
    const stop = () => setPhase('idle');
    audio.onplaying = () => setPhase('playing');
    audio.onpause = stop;
    audio.onended = stop;
    audio.onerror = () => {
      stop();
      toast.error(t('plan_hear_failed'));
    };
    if (!beginSound(audio)) return;
    sound.current = audio;
    setPhase('loading');
    // The error event reports failures. play() also rejects after a pause, which is no failure.
    audio.play().catch(() => undefined);
  }

  const Icon = phase === 'playing' ? Square : phase === 'loading' ? LoaderCircle : Volume2;
  const isEmpty = text.trim() === '';
  return (
    <button
      type="button"
      onClick={isEmpty ? undefined : press}
      aria-disabled={isEmpty || undefined}
      aria-pressed={phase !== 'idle'}
      aria-label={t('plan_hear', { sentence: label })}
      title={t('plan_hear', { sentence: label })}
      className={`${toolLook('plain')} shrink-0 justify-center touch:min-w-11`}
    >
      <Icon className={`size-4 ${phase === 'loading' ? 'animate-spin' : ''}`} aria-hidden />
    </button>
  );
}
