import { Mic } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { FailedNotice } from '@/components/leads/notices';
import { useBusyToast } from '@/components/leads/use-busy';
import { ToolButton } from '@/components/ui/tool-button';
import { apiUrl, callApi } from '@/lib/api-client';
import type { FixedSentence } from '@/lib/contracts/owner-voice';
import { type Language, languageNames, languages } from '@/lib/i18n/language';
import { SureButton } from '../sure-button';
import { useResource } from '../use-resource';
import { HearButton } from './hear-button';
import { RecordDialog } from './record-dialog';
import { nextToRead } from './sitting';

/** The agent's fixed sentences, and which of them the owner has recorded. Events of the plan refetch them. */
export function OwnerVoice() {
  const t = useTranslations();
  const { data, failure, reload } = useResource([apiUrl('GET /api/admin/agent'), 'voice'], (signal) =>
    callApi('GET /api/admin/agent/voice', { signal }),
  );
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">{t('plan_own_voice')}</h3>
      <p className="text-xs text-pretty text-ink-soft">{t('plan_own_voice_hint')}</p>
      {failure && <FailedNotice failure={failure} onRetry={reload} />}
      <ul className="rounded-xl border border-line bg-paper-raised empty:hidden">
        {languages.map((language) => {
          const sentences = data?.sentences.filter((each) => each.language === language) ?? [];
          if (sentences.length === 0) return null;
          return (
            <li key={language} className="border-b border-line last:border-b-0">
              <InLanguage language={language} sentences={sentences} reload={reload} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface InLanguageProps {
  language: Language;
  sentences: readonly FixedSentence[];
  reload: () => Promise<void>;
}

function InLanguage({ language, sentences, reload }: InLanguageProps) {
  const t = useTranslations();
  const [firstIndex, setFirstIndex] = useState<number | null>(null);
  const [isListed, setListed] = useState(false);
  // The closed lists would be half of the page's elements.
  const listed = isListed ? sentences : [];
  const recordedCount = sentences.filter(({ recording }) => recording !== null).length;
  const nextIndex = nextToRead(sentences, -1);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 pt-3 text-sm">
        <h4 className="font-semibold">{languageNames[language]}</h4>
        <p className="text-ink-soft tabular-nums">
          {t('plan_own_voice_count', { done: recordedCount, all: sentences.length })}
        </p>
        <ToolButton
          icon={Mic}
          onClick={() => setFirstIndex(nextIndex < sentences.length ? nextIndex : 0)}
          className="ml-auto"
        >
          {t('plan_own_voice_in', { language: languageNames[language] })}
        </ToolButton>
      </div>
      <details onToggle={({ currentTarget }) => setListed(currentTarget.open)}>
        <summary className="min-h-11 rounded-xl px-3 py-3 text-sm">{t('plan_own_voice_sentences')}</summary>
        <ul>
          {listed.map((sentence, index) => (
            <SentenceRow
              key={sentence.text}
              sentence={sentence}
              onRecord={() => setFirstIndex(index)}
              reload={reload}
            />
          ))}
        </ul>
      </details>
      {firstIndex !== null && (
        <RecordDialog
          language={language}
          sentences={sentences}
          firstIndex={firstIndex}
          onSaved={() => void reload()}
          onClose={() => setFirstIndex(null)}
        />
      )}
    </>
  );
}

interface SentenceRowProps {
  sentence: FixedSentence;
  onRecord: () => void;
  reload: () => Promise<void>;
}

function SentenceRow({ sentence: { language, text, recording }, onRecord, reload }: SentenceRowProps) {
  const t = useTranslations();
  const format = useFormatter();
  const { busy, run } = useBusyToast('plan_failed');

  async function remove(id: string) {
    await callApi('DELETE /api/admin/agent/voice/{id}', { params: { id } });
    await reload();
  }

  return (
    <li className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2 text-sm">
      <div className="grid min-w-0 flex-1 basis-60">
        <p lang={language} className="text-pretty">
          {text}
        </p>
        <p className={`text-xs ${recording?.problems.length ? 'text-failed-ink' : 'text-ink-soft'}`}>
          {recording === null
            ? t('plan_own_voice_missing')
            : [
                t('plan_own_voice_recorded', {
                  seconds: format.number(recording.durationS, { maximumFractionDigits: 1 }),
                }),
                ...recording.problems.map((problem) => t(`plan_own_voice_${problem}`)),
              ].join(' ')}
        </p>
      </div>
      <HearButton text={text} language={language} label={text} recordingId={recording?.id} />
      <ToolButton icon={Mic} aria-label={t('plan_own_voice_record', { sentence: text })} onClick={onRecord} />
      {recording && (
        <SureButton
          words={t('plan_own_voice_delete')}
          sure={t('plan_own_voice_delete_sure')}
          about={text}
          busy={busy}
          onSure={() => void run(() => remove(recording.id))}
        />
      )}
    </li>
  );
}
