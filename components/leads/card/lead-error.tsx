import { useLocale, useTranslations } from 'next-intl';
import { errorCatalogue } from '@/lib/errors';

/** The faults of processing whose sentence has a translation, the message error_<code>. */
const translatedCodes = [
  'audio_not_found',
  'invalid_audio',
  'too_large',
  'storage_failed',
  'speech_failed',
  'speech_timeout',
  'speech_unavailable',
  'language_model_failed',
  'language_model_refused',
  'language_model_timeout',
  'processing_failed',
] as const;

/** Why a lead was not processed: the server's sentence, in the reader's language where it is one that we know. */
export function LeadError({ error }: { error: string | undefined }) {
  const t = useTranslations();
  const inEnglish = useLocale() === 'en';
  if (!error) return null;
  const code = translatedCodes.find((candidate) => errorCatalogue[candidate].detail === error);
  return (
    <p className="rounded-lg bg-failed-paper px-3 py-2 text-sm text-failed-ink">
      {t('leads_error', { error: inEnglish || code === undefined ? error : t(`error_${code}`) })}
    </p>
  );
}
