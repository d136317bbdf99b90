import { Cpu, Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ToolButton } from '@/components/ui/tool-button';
import { useLanguage } from '@/components/ui/use-language';
import type { ModelEntry } from '@/lib/contracts/models';
import { useMegabytes, useModelChange, useModelServers, useModelTrial, useModels } from './setup/use-models';

/** Offers an open voice of the office's language and a language model of this machine, each at one press. */
export function FirstModels() {
  const t = useTranslations();
  const language = useLanguage();
  const models = useModels();
  const servers = useModelServers();
  const trial = useModelTrial(servers.reload);
  const voice = models.data?.models.find(
    ({ kind, languages }) => kind === 'voice' && languages.includes(language),
  );
  const { servers: [server] = [], used, configured: usedModel = used?.model } = servers.data ?? {};
  const model = server?.models[0];

  return (
    <div className="grid justify-items-start gap-2 text-sm">
      {voice && <FirstVoice voice={voice} reload={models.reload} />}
      {usedModel !== undefined && (
        <p className="text-completed-ink">{t('leads_first_model_used', { model: usedModel })}</p>
      )}
      {usedModel === undefined && server !== undefined && model !== undefined && (
        <ToolButton icon={Cpu} busy={trial.busy} onClick={() => trial.tryAndUse(server.port, model)}>
          {t('leads_first_model_use', { model })}
        </ToolButton>
      )}
      {servers.data && usedModel === undefined && model === undefined && (
        <p className="text-pretty text-ink-soft">{t('leads_first_model_none')}</p>
      )}
      <p role="status" className="empty:hidden">
        {trial.outcome}
      </p>
    </div>
  );
}

function FirstVoice({ voice, reload }: { voice: ModelEntry; reload: () => Promise<void> }) {
  const t = useTranslations();
  const megabytes = useMegabytes();
  const { busy, problem, download } = useModelChange(voice, reload);
  const { state, doneBytes, totalBytes } = voice;
  if (state === 'installed') return <p className="text-completed-ink">{t('leads_first_voice_installed')}</p>;
  if (state === 'fetching')
    return (
      <label className="grid w-full gap-1 text-ink-soft">
        {t('leads_first_voice_fetching')}
        <progress value={doneBytes} max={totalBytes} className="h-2 w-full" />
      </label>
    );
  return (
    <>
      <ToolButton icon={Download} busy={busy} onClick={download}>
        {t('leads_first_voice_fetch', { megabytes: megabytes(totalBytes) })}
      </ToolButton>
      <p role="status" className="text-failed-ink empty:hidden">
        {problem}
      </p>
    </>
  );
}
