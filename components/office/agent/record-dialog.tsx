import { Check, Mic, SkipForward, Square, Upload, Volume2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { ToolButton, toolLook } from '@/components/ui/tool-button';
import type { FixedSentence } from '@/lib/contracts/owner-voice';
import { type Language, languageNames } from '@/lib/i18n/language';
import { SittingStatus } from './sitting-status';
import { useSitting } from './use-sitting';

interface RecordDialogProps {
  language: Language;
  /** The sentences of this language. */
  sentences: readonly FixedSentence[];
  /** The sentence to begin with. */
  firstIndex: number;
  onSaved: () => void;
  onClose: () => void;
}

/**
 * The owner reads sentence after sentence. While the record button has the focus, Space records and stops, and Enter saves a
 * checked recording.
 */
export function RecordDialog({ language, sentences, firstIndex, onSaved, onClose }: RecordDialogProps) {
  const t = useTranslations();
  const dialog = useRef<HTMLDialogElement>(null);
  const recordButton = useRef<HTMLButtonElement>(null);
  const { index, sentence, phase, bars, ...sitting } = useSitting(sentences, firstIndex, onSaved);
  const canStop = phase.name === 'opening' || phase.name === 'recording';
  const busy = phase.name === 'checking' || phase.name === 'saving';
  const close = () => dialog.current?.close();

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'Enter' || phase.name !== 'checked') return;
    event.preventDefault();
    sitting.save();
  }

  return (
    <Dialog
      ref={dialog}
      onClose={onClose}
      title={t('plan_own_voice_in', { language: languageNames[language] })}
      aside={
        sentence && (
          <p className="text-sm text-ink-soft tabular-nums">
            {t('plan_own_voice_progress', { number: index + 1, all: sentences.length })}
          </p>
        )
      }
      className="max-h-[90svh] w-[min(40rem,calc(100vw-1.5rem))]"
    >
      <div className="mt-4 grid gap-4">
        {sentence === undefined ? (
          <>
            <p role="status">{t('plan_own_voice_done')}</p>
            <ToolButton autoFocus tone="press" onClick={close} className="justify-self-end">
              {t('plan_own_voice_close')}
            </ToolButton>
          </>
        ) : (
          <>
            <p lang={language} className="grid min-h-36 content-center text-2xl font-semibold text-balance">
              {sentence.text}
            </p>
            <Level bars={bars} isOn={phase.name === 'recording'} />
            <p role="status" className="min-h-12 text-sm text-pretty">
              <SittingStatus phase={phase} />
            </p>
            <div className="flex flex-wrap gap-2">
              <ToolButton
                ref={recordButton}
                icon={canStop ? Square : Mic}
                tone={phase.name === 'checked' ? 'plain' : 'press'}
                busy={busy}
                onClick={canStop ? sitting.stop : sitting.record}
                onKeyDown={handleKeyDown}
              >
                {t(
                  canStop
                    ? 'plan_own_voice_stop'
                    : phase.name === 'checked'
                      ? 'plan_own_voice_again'
                      : 'plan_own_voice_start',
                )}
              </ToolButton>
              {phase.name === 'checked' && (
                <>
                  <ToolButton icon={Volume2} onClick={() => sitting.listen(phase.take)}>
                    {t('plan_own_voice_listen')}
                  </ToolButton>
                  <ToolButton
                    icon={Check}
                    tone="press"
                    onClick={() => {
                      sitting.save();
                      // This button disappears while the sentence is saved.
                      recordButton.current?.focus();
                    }}
                  >
                    {t('plan_own_voice_keep')}
                  </ToolButton>
                </>
              )}
              {!canStop && !busy && <FileButton onFile={sitting.takeFile} />}
              <ToolButton
                icon={SkipForward}
                aria-disabled={canStop || busy || undefined}
                onClick={sitting.skip}
                className="ml-auto"
              >
                {t('plan_own_voice_skip')}
              </ToolButton>
            </div>
            <p className="text-xs text-ink-soft touch:hidden">{t('plan_own_voice_keys')}</p>
            <ToolButton onClick={close} className="justify-self-end">
              {t('plan_own_voice_close')}
            </ToolButton>
          </>
        )}
      </div>
    </Dialog>
  );
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations();

  function handlePick({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // Resets the field, so that the same file can be chosen again.
    currentTarget.value = '';
    if (file) onFile(file);
  }

  return (
    <label
      className={`${toolLook('plain')} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-cobalt`}
    >
      <Upload className="size-4 shrink-0" aria-hidden />
      {t('plan_own_voice_file')}
      <input type="file" accept="audio/*" onChange={handlePick} className="sr-only" />
    </label>
  );
}

/** Chromium's own bar is light in the dark theme, too. */
const meterLook =
  'h-3 w-full [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:bg-line [&::-webkit-meter-optimum-value]:bg-turquoise';

/** The level of the microphone. */
function Level({ bars, isOn }: { bars: () => number[]; isOn: boolean }) {
  const t = useTranslations();
  const meter = useRef<HTMLMeterElement>(null);
  const latestBars = useRef(bars);
  useEffect(() => {
    latestBars.current = bars;
  });
  useEffect(() => {
    if (!isOn) return;
    let frame = requestAnimationFrame(function show() {
      if (meter.current) meter.current.value = Math.max(0, ...latestBars.current());
      frame = requestAnimationFrame(show);
    });
    const meterElement = meter.current;
    return () => {
      cancelAnimationFrame(frame);
      if (meterElement) meterElement.value = 0;
    };
  }, [isOn]);
  return <meter ref={meter} aria-label={t('plan_own_voice_level')} max={1} className={meterLook} />;
}
