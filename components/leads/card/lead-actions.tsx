import { Download, Link, Phone, RotateCw, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/ui/toast';
import { callApi } from '@/lib/api-client';
import type { Lead } from '@/lib/contracts/leads';
import { recordingName } from '../format';
import { fetchAudio } from '../api';
import { saveFile } from '@/components/ui/save-file';
import { useBusyToast } from '../use-busy';
import { useLeadsContext } from '../list/leads-context';
import { useReload } from '../queries';
import { ToolButton, toolClass } from '@/components/ui/tool-button';

export function LeadActions({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const { remove, linkTo } = useLeadsContext();
  return (
    <div className="flex flex-wrap gap-2">
      <a href={`tel:${lead.phoneNumber}`} className={toolClass('press')}>
        <Phone className="size-4 shrink-0" aria-hidden />
        {t('leads_call')}
      </a>
      {lead.processingStatus !== 'processing' && <ReprocessButton lead={lead} />}
      {lead.hasAudio && <DownloadButton lead={lead} />}
      <a href={linkTo({ lead: lead._id })} className={toolClass('plain')}>
        <Link className="size-4 shrink-0" aria-hidden />
        {t('leads_link')}
      </a>
      <ToolButton icon={Trash2} tone="danger" onClick={() => remove([lead])} className="ml-auto">
        {t('leads_delete')}
      </ToolButton>
    </div>
  );
}

function ReprocessButton({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const { updatesItself } = useLeadsContext();
  const reload = useReload();
  const { busy, run } = useBusyToast('leads_reprocess_failed');

  async function reprocess() {
    await callApi('POST /api/leads/{id}/process', { params: { id: lead._id } });
    const itself = updatesItself ? [t('leads_reprocess_live')] : [];
    toast.blank([t('leads_reprocess_started'), ...itself].join(' '));
    await reload();
  }

  return (
    <ToolButton icon={RotateCw} busy={busy} onClick={() => void run(reprocess)}>
      {t('leads_reprocess')}
    </ToolButton>
  );
}

function DownloadButton({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const { busy, run } = useBusyToast('leads_audio_failed');

  async function download() {
    saveFile(await fetchAudio(lead._id), recordingName(lead.phoneNumber, lead.audioType));
  }

  return (
    <ToolButton icon={Download} busy={busy} onClick={() => void run(download)}>
      {t('leads_download_audio')}
    </ToolButton>
  );
}
