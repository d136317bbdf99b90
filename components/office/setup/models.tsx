import { Download, Square, Trash2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { type RequestFailure, apiUrl, callApi } from '@/lib/api-client';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { ToolButton } from '@/components/ui/tool-button';
import { isErrorCode } from '@/lib/contracts/errors';
import type { ModelEntry } from '@/lib/contracts/models';
import { languageNames } from '@/lib/i18n/language';
import { OfficeFailed, OfficeLoading } from '../notices';
import { SureButton } from '../sure-button';
import { useResource } from '../use-resource';
import { AddModel } from './add-model';

const modelsPath = apiUrl('GET /api/admin/models');
const fetchingPollMs = 1_000;
/** Polls also without a download, because a terminal or another browser may start one. */
const idlePollMs = 10_000;

/** The open models of this machine with their downloads. */
export function Models({ onChanged }: { onChanged: () => void }) {
  const t = useTranslations();
  const { data, failure, reload } = useResource(
    [modelsPath],
    (signal) => callApi('GET /api/admin/models', { signal }),
    ({ models }) => (models.some(({ state }) => state === 'fetching') ? fetchingPollMs : idlePollMs),
  );
  const installedCount = data?.models.filter(({ state }) => state === 'installed').length;

  useEffect(() => {
    if (installedCount !== undefined) onChanged();
  }, [installedCount, onChanged]);

  return (
    <section aria-labelledby="models" className="mt-6 grid gap-3">
      <h2 id="models" className="text-xl font-bold tracking-tight">
        {t('setup_models')}
      </h2>
      <p className="max-w-prose text-sm text-ink-soft">{t('setup_models_about')}</p>
      {failure && <OfficeFailed failure={failure} onRetry={() => void reload()} />}
      {data === undefined && failure === null && <OfficeLoading />}
      {data && (
        <ul className="border-t border-line">
          {data.models.map((model) => (
            <Model key={model.id} model={model} onChanged={reload} />
          ))}
        </ul>
      )}
      <AddModel onAdded={reload} />
    </section>
  );
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

function Model({ model, onChanged }: { model: ModelEntry; onChanged: () => Promise<void> }) {
  const t = useTranslations();
  const format = useFormatter();
  const words = useFailureWords();
  const [failure, setFailure] = useState<Pick<RequestFailure, 'code'> | null>(null);
  const { busy, run } = useBusy(setFailure);
  const { id, kind, name, license, state, doneBytes, totalBytes } = model;
  const shownFailure =
    failure ?? (model.failure !== undefined && isErrorCode(model.failure) ? { code: model.failure } : null);
  const languageList = model.languages.map((language) => languageNames[language]);
  const amounts = { done: format.number(megabytes(doneBytes)), total: format.number(megabytes(totalBytes)) };

  const change = (send: () => Promise<unknown>) =>
    void run(async () => {
      setFailure(null);
      await send();
      await onChanged();
    });
  const remove = () => change(() => callApi('DELETE /api/admin/models', { body: { id } }));

  return (
    <li className="grid gap-x-4 gap-y-2 border-b border-line py-3 md:grid-cols-[14rem_minmax(0,1fr)_auto] md:items-center">
      <div>
        <h3 className="font-semibold">{t(`setup_models_kind_${kind}`)}</h3>
        <p className="text-sm text-ink-soft">{languageList.join(', ')}</p>
      </div>
      <div className="grid min-w-0 gap-1 text-sm">
        <p className="break-words">
          {name}
          <span className="text-ink-soft">
            {'\u00a0· '}
            {t('setup_models_size', { megabytes: amounts.total })}
            {'\u00a0· '}
            {license ?? t('setup_models_own')}
          </span>
        </p>
        {state === 'fetching' && (
          <label className="grid gap-1 tabular-nums">
            {t('setup_models_progress', amounts)}
            <progress value={doneBytes} max={totalBytes} className="h-2 w-full max-w-sm" />
          </label>
        )}
        <p role="status">
          {state === 'installed' && <span className="text-completed-ink">{t('setup_models_installed')}</span>}
          {state === 'stopped' && <span className="text-ink-soft">{t('setup_models_stopped', amounts)}</span>}
          {shownFailure && <span className="text-failed-ink"> {words(shownFailure)}</span>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 md:justify-end">
        {(state === 'absent' || state === 'stopped') && (
          <ToolButton
            icon={Download}
            busy={busy}
            onClick={() => change(() => callApi('POST /api/admin/models', { body: { id } }))}
            aria-label={`${t(state === 'absent' ? 'setup_models_fetch' : 'setup_models_go_on')}: ${name}`}
          >
            {t(state === 'absent' ? 'setup_models_fetch' : 'setup_models_go_on')}
          </ToolButton>
        )}
        {state === 'fetching' && (
          <ToolButton icon={Square} busy={busy} onClick={remove}>
            {t('setup_models_stop')}
          </ToolButton>
        )}
        {(state === 'installed' || state === 'stopped') && (
          <SureButton
            icon={Trash2}
            busy={busy}
            words={t('setup_models_remove')}
            sure={t('setup_models_remove_sure')}
            about={name}
            onSure={remove}
          />
        )}
      </div>
    </li>
  );
}
