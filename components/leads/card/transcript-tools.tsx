import { useTranslations } from 'next-intl';
import { toast } from '@/components/toast/toast';
import { formatTranscript, transcriptFormats } from '@/lib/transcript-formats';
import type { LeadView } from '../data/lead-data';
import { transcriptPath } from '../data/leads-api';

const link = 'rounded px-1 text-xs font-semibold text-cobalt underline-offset-4 hover:underline';

/** The conversation to go: copied, or as a file. */
export function TranscriptTools({ lead }: { lead: LeadView }) {
  const t = useTranslations();

  async function copy() {
    const names = { agent: t('leads_speaker_agent'), visitor: t('leads_speaker_visitor') };
    try {
      await navigator.clipboard.writeText(formatTranscript(lead.turns, 'txt', names));
      toast.success(t('leads_copied'));
    } catch {
      toast.error(t('leads_copy_failed'));
    }
  }

  return (
    <div className="flex gap-2">
      <button type="button" onClick={() => void copy()} className={link}>
        {t('leads_copy')}
      </button>
      {transcriptFormats.map((format) => (
        <a
          key={format}
          href={transcriptPath(lead._id, format)}
          download
          aria-label={t('leads_download_transcript', { format: format.toUpperCase() })}
          className={link}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </div>
  );
}
