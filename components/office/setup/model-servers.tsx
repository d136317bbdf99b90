import { Cpu, Square } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type RequestFailure, apiUrl, callApi } from '@/lib/api-client';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { useLanguage } from '@/components/ui/use-language';
import { fieldLook } from '@/components/ui/field-look';
import { ToolButton } from '@/components/ui/tool-button';
import type { ModelServer } from '@/lib/contracts/office';
import type { ModelTrial } from '@/lib/contracts/vendor-failures';
import { useResource } from '../use-resource';
import { TriedModel } from './tried-model';

const serversPath = apiUrl('GET /api/admin/model-servers');
/** A server may be started while the page is open. */
const pollMs = 10_000;

/** The language models of this machine. One press tries a model, and uses it if it works. */
export function ModelServers({ onChanged }: { onChanged: () => Promise<void> }) {
  const t = useTranslations();
  const words = useFailureWords();
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const { busy, run } = useBusy(setFailure);
  const { data, reload } = useResource(
    [serversPath],
    (signal) => callApi('GET /api/admin/model-servers', { signal }),
    pollMs,
  );
  if (data === undefined) return null;
  const { servers, used } = data;
  const reloadAll = async () => {
    await Promise.all([reload(), onChanged()]);
  };
  const stop = () =>
    run(async () => {
      setFailure(null);
      await callApi('DELETE /api/admin/model-servers');
      await reloadAll();
    });
  return (
    <>
      {servers.map((server) => (
        <Server
          key={server.port}
          server={server}
          used={used?.port === server.port ? used.model : undefined}
          onUsed={reloadAll}
        />
      ))}
      {used && (
        <ToolButton icon={Square} busy={busy} onClick={() => void stop()} className="my-1 w-fit">
          {t('setup_server_stop', { model: used.model })}
        </ToolButton>
      )}
      {failure && <p className="text-failed-ink">{words(failure)}</p>}
    </>
  );
}

interface ServerProps {
  server: ModelServer;
  /** The server's model that calls use, if any. */
  used: string | undefined;
  onUsed: () => Promise<void>;
}

function Server({ server: { port, program, models }, used, onUsed }: ServerProps) {
  const t = useTranslations();
  const words = useFailureWords();
  const language = useLanguage();
  const [chosenModel, setChosenModel] = useState(used);
  const [tried, setTried] = useState<ModelTrial | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const { busy, run } = useBusy(setFailure);
  const model = models.find((option) => option === chosenModel) ?? models[0] ?? '';

  const tryAndUse = () =>
    run(async () => {
      setTried(null);
      setFailure(null);
      const body = { port, model, language };
      const answer = await callApi('POST /api/admin/model-servers', { body, timeoutMs: null });
      setTried(answer.tried);
      await onUsed();
    });

  return (
    <div className="my-1 grid gap-1">
      <div className="flex flex-wrap items-end gap-2">
        <label className="grid min-w-0 gap-1">
          {program === undefined ? t('setup_server', { port }) : t('setup_server_named', { program, port })}
          <select
            value={model}
            onChange={({ currentTarget }) => setChosenModel(currentTarget.value)}
            className={`${fieldLook} w-full`}
          >
            {models.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        </label>
        <ToolButton icon={Cpu} busy={busy} onClick={() => void tryAndUse()}>
          {t('setup_server_use')}
        </ToolButton>
      </div>
      <p role="status">
        {busy && t('setup_server_loading')}
        {tried && <TriedModel tried={tried} />}
        {failure && <span className="text-failed-ink">{words(failure)}</span>}
      </p>
    </div>
  );
}
