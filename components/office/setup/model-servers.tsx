import { Cpu, Square } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { callApi } from '@/lib/api-client';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { fieldLook } from '@/components/ui/field-look';
import { Select } from '@/components/ui/select';
import { ToolButton } from '@/components/ui/tool-button';
import type { ModelServer } from '@/lib/contracts/office';
import { useModelServers, useModelTrial } from './use-models';

/** The language models of this machine. One press tries a model, and uses it if it works. */
export function ModelServers({ onChanged }: { onChanged: () => Promise<void> }) {
  const t = useTranslations();
  const words = useFailureWords();
  const { busy, failure, run } = useBusy();
  const { data, reload } = useModelServers();
  if (data === undefined) return null;
  const { servers, used } = data;
  const reloadAll = () => Promise.all([reload(), onChanged()]);
  const stop = () => run(() => callApi('DELETE /api/admin/model-servers').then(reloadAll));
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
  onUsed: () => Promise<unknown>;
}

function Server({ server: { port, program, models }, used, onUsed }: ServerProps) {
  const t = useTranslations();
  const [chosenModel, setChosenModel] = useState(used);
  const { busy, tryAndUse, outcome } = useModelTrial(onUsed);
  const model = models.find((option) => option === chosenModel) ?? models[0] ?? '';

  return (
    <div className="my-1 grid gap-1">
      <div className="flex flex-wrap items-end gap-2">
        <label className="grid min-w-0 gap-1">
          {program === undefined ? t('setup_server', { port }) : t('setup_server_named', { program, port })}
          <Select value={model} choices={models} onChoose={setChosenModel} className={`${fieldLook} w-full`}>
            {String}
          </Select>
        </label>
        <ToolButton icon={Cpu} busy={busy} onClick={() => tryAndUse(port, model)}>
          {t('setup_server_use')}
        </ToolButton>
      </div>
      <p role="status">{outcome}</p>
    </div>
  );
}
