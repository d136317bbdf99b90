import { useTranslations } from 'next-intl';

export function LeadTranscription({ transcription }: { transcription: string | undefined }) {
  const t = useTranslations();
  const text = transcription?.trim();
  if (!text) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit rounded font-medium">{t('leads_transcription')}</summary>
      <p className="mt-2 rounded-lg bg-paper-sunk p-3 whitespace-pre-line">{text}</p>
    </details>
  );
}
