import { Download, RotateCw, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/toast/toast';
import { recordingName } from './format';
import type { LeadView } from './lead-data';
import { audioPath, fetchFile, reprocessLead } from './leads-api';
import { saveFile } from './save-file';
import { ToolButton } from './tool-button';
import { useBusy } from './use-busy';
import { useFailureWords } from './failure-words';

interface LeadActionsProps {
  lead: LeadView;
  onDelete: (lead: LeadView) => void;
  onChanged: () => void;
}

export function LeadActions({ lead, onDelete, onChanged }: LeadActionsProps) {
  const t = useTranslations();
  return (
    <div className="flex flex-wrap gap-2 lg:shrink-0 lg:flex-nowrap">
      {lead.processingStatus !== 'processing' && <ReprocessButton lead={lead} onChanged={onChanged} />}
      {lead.hasAudio && <DownloadButton lead={lead} />}
      <ToolButton icon={Trash2} tone="danger" onClick={() => onDelete(lead)}>
        {t('leads_delete')}
      </ToolButton>
    </div>
  );
}

function ReprocessButton({ lead, onChanged }: Pick<LeadActionsProps, 'lead' | 'onChanged'>) {
  const t = useTranslations();
  const words = useFailureWords();
  const { busy, run } = useBusy((failure) =>
    toast.error(t('leads_reprocess_failed', { message: words(failure) })),
  );

  async function reprocess() {
    await reprocessLead(lead._id);
    toast.blank(t('leads_reprocess_started'));
    onChanged();
  }

  return (
    <ToolButton icon={RotateCw} busy={busy} onClick={() => void run(reprocess)}>
      {t('leads_reprocess')}
    </ToolButton>
  );
}

function DownloadButton({ lead }: { lead: LeadView }) {
  const t = useTranslations();
  const words = useFailureWords();
  const { busy, run } = useBusy((failure) =>
    toast.error(t('leads_audio_failed', { message: words(failure) })),
  );

  async function download() {
    saveFile(await fetchFile(audioPath(lead._id)), recordingName(lead.phoneNumber, lead.audioType));
  }

  return (
    <ToolButton icon={Download} busy={busy} onClick={() => void run(download)}>
      {t('leads_download_audio')}
    </ToolButton>
  );
}
