import { Download, Link, Phone, RotateCw, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/ui/toast';
import { callApi, fetchApi } from '@/lib/api-client';
import type { Lead } from '@/lib/contracts/leads';
import { recordingName } from '../format';
import { saveFile } from '@/components/ui/save-file';
import { useBusyToast } from '../use-busy';
import { useLeadsContext } from '../list/leads-context';
import { useRefetchLeads } from '../queries';
import { ToolButton, toolLook } from '@/components/ui/tool-button';

/** Without its text, the button is at least as wide as it is high. */
const square = 'min-w-9 justify-center touch:min-w-11';

/** Shown only at widths at which all actions fit one line in each language. Screen readers always read it. */
function WideText({ children }: { children: string }) {
  return <span className="max-md:sr-only beside:max-2xl:sr-only">{children}</span>;
}

function WideTool({ children, ...tool }: ComponentProps<typeof ToolButton> & { children: string }) {
  return (
    <ToolButton {...tool} title={children} className={square}>
      <WideText>{children}</WideText>
    </ToolButton>
  );
}

export function LeadActions({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const { confirmDelete, linkTo } = useLeadsContext();
  return (
    <div className="flex flex-wrap gap-2">
      <a href={`tel:${lead.phoneNumber}`} className={`${toolLook('press')} justify-center max-md:w-full`}>
        <Phone className="size-4 shrink-0" aria-hidden />
        {t('leads_call')}
      </a>
      {lead.processingStatus !== 'processing' && <ReprocessButton lead={lead} />}
      {lead.hasAudio && <DownloadButton lead={lead} />}
      <a
        href={linkTo({ lead: lead._id })}
        title={t('leads_link')}
        className={`${toolLook('plain')} ${square}`}
      >
        <Link className="size-4 shrink-0" aria-hidden />
        <WideText>{t('leads_link')}</WideText>
      </a>
      <ToolButton icon={Trash2} tone="danger" onClick={() => confirmDelete([lead])} className="ml-auto">
        {t('leads_delete')}
      </ToolButton>
    </div>
  );
}

function ReprocessButton({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const { autoRefresh } = useLeadsContext();
  const refetchLeads = useRefetchLeads();
  const { busy, run } = useBusyToast('leads_reprocess_failed');

  async function reprocess() {
    await callApi('POST /api/leads/{id}/process', { params: { id: lead._id } });
    const liveHint = autoRefresh ? [t('leads_reprocess_live')] : [];
    toast.blank([t('leads_reprocess_started'), ...liveHint].join(' '));
    await refetchLeads();
  }

  return (
    <WideTool icon={RotateCw} busy={busy} onClick={() => void run(reprocess)}>
      {t('leads_reprocess')}
    </WideTool>
  );
}

function DownloadButton({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const { busy, run } = useBusyToast('leads_audio_failed');

  async function download() {
    const audio = await fetchApi('GET /api/leads/{id}/audio', { params: { id: lead._id } });
    saveFile(await audio.blob(), recordingName(lead.phoneNumber, lead.audioType));
  }

  return (
    <WideTool icon={Download} busy={busy} onClick={() => void run(download)}>
      {t('leads_download_audio')}
    </WideTool>
  );
}
