import { Download, Square, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ToolButton } from '@/components/ui/tool-button';
import type { ModelEntry } from '@/lib/contracts/models';
import { languageNames } from '@/lib/i18n/language';
import { ResourceNotice } from '../resource-notice';
import { SureButton } from '../sure-button';
import { AddModel } from './add-model';
import { useMegabytes, useModelChange, useModels } from './use-models';

/** The open models of this machine with their downloads. */
export function Models({ onChanged }: { onChanged: () => void }) {
  const t = useTranslations();
  const resource = useModels();
  const { data, reload } = resource;
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
      <ResourceNotice {...resource} />
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

function Model({ model, onChanged }: { model: ModelEntry; onChanged: () => Promise<void> }) {
  const t = useTranslations();
  const megabytes = useMegabytes();
  const { busy, problem, download, remove } = useModelChange(model, onChanged);
  const { kind, name, license, state, doneBytes, totalBytes } = model;
  const languageList = model.languages.map((language) => languageNames[language]);
  const amounts = { done: megabytes(doneBytes), total: megabytes(totalBytes) };
  const downloadWords = t(state === 'absent' ? 'setup_models_fetch' : 'setup_models_go_on');

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
          {problem && <span className="text-failed-ink"> {problem}</span>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 md:justify-end">
        {(state === 'absent' || state === 'stopped') && (
          <ToolButton icon={Download} busy={busy} onClick={download} aria-label={`${downloadWords}: ${name}`}>
            {downloadWords}
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
