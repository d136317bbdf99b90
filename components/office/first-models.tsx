import { Cpu, Download } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { ToolButton } from '@/components/ui/tool-button';
import { useLanguage } from '@/components/ui/use-language';
import { type RequestFailure, apiUrl, callApi } from '@/lib/api-client';
import { isErrorCode } from '@/lib/contracts/errors';
import type { ModelEntry } from '@/lib/contracts/models';
import type { ModelTrial } from '@/lib/contracts/vendor-failures';
import { TriedModel } from './setup/tried-model';
import { useResource } from './use-resource';

const modelsPath = apiUrl('GET /api/admin/models');
const serversPath = apiUrl('GET /api/admin/model-servers');
const pollMs = 2_000;

/** Offers an open voice of the office's language and a language model of this machine, each at one press. */
export function FirstModels() {
  const t = useTranslations();
  const language = useLanguage();
  const words = useFailureWords();
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [tried, setTried] = useState<ModelTrial | null>(null);
  const { busy, run } = useBusy(setFailure);
  const models = useResource([modelsPath], (signal) => callApi('GET /api/admin/models', { signal }), pollMs);
  const servers = useResource([serversPath], (signal) => callApi('GET /api/admin/model-servers', { signal }));
  const voice = models.data?.models.find(
    ({ kind, languages }) => kind === 'voice' && languages.includes(language),
  );
  const { servers: [server] = [], used, configured: usedModel = used?.model } = servers.data ?? {};
  const model = server?.models[0];
  const voiceFailure = isErrorCode(voice?.failure) ? { code: voice.failure } : null;
  const shownFailure = failure ?? voiceFailure;

  const change = (send: () => Promise<unknown>) =>
    void run(async () => {
      setFailure(null);
      setTried(null);
      await send();
      await Promise.all([models.reload(), servers.reload()]);
    });

  return (
    <div className="grid justify-items-start gap-2 text-sm">
      {voice && (
        <VoiceState
          voice={voice}
          busy={busy}
          onFetch={() => change(() => callApi('POST /api/admin/models', { body: { id: voice.id } }))}
        />
      )}
      {usedModel !== undefined && (
        <p className="text-completed-ink">{t('leads_first_model_used', { model: usedModel })}</p>
      )}
      {usedModel === undefined && server !== undefined && model !== undefined && (
        <ToolButton
          icon={Cpu}
          busy={busy}
          onClick={() =>
            change(async () => {
              const body = { port: server.port, model, language };
              const answer = await callApi('POST /api/admin/model-servers', { body, timeoutMs: null });
              setTried(answer.tried);
            })
          }
        >
          {t('leads_first_model_use', { model })}
        </ToolButton>
      )}
      {servers.data && usedModel === undefined && model === undefined && (
        <p className="text-pretty text-ink-soft">{t('leads_first_model_none')}</p>
      )}
      <p role="status" className="text-failed-ink empty:hidden">
        {tried && <TriedModel tried={tried} />}
        {shownFailure && words(shownFailure)}
      </p>
    </div>
  );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

interface VoiceStateProps {
  voice: ModelEntry;
  busy: boolean;
  onFetch: () => void;
}

function VoiceState({ voice: { state, doneBytes, totalBytes }, busy, onFetch }: VoiceStateProps) {
  const t = useTranslations();
  const format = useFormatter();
  if (state === 'installed') return <p className="text-completed-ink">{t('leads_first_voice_installed')}</p>;
  if (state === 'fetching')
    return (
      <label className="grid w-full gap-1 text-ink-soft">
        {t('leads_first_voice_fetching')}
        <progress value={doneBytes} max={totalBytes} className="h-2 w-full" />
      </label>
    );
  return (
    <ToolButton icon={Download} busy={busy} onClick={onFetch}>
      {t('leads_first_voice_fetch', { megabytes: format.number(megabytes(totalBytes)) })}
    </ToolButton>
  );
}
