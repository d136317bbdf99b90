import { FolderOpen, Upload } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { apiUrl, callApi, failureOf } from '@/lib/api-client';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { fieldLook } from '@/components/ui/field-look';
import { ToolButton } from '@/components/ui/tool-button';
import { modelKinds } from '@/lib/contracts/choices';
import { type Language, languageNames, languages } from '@/lib/i18n/language';
import { uploadBody } from '@/lib/upload-body';

/** Adds a model from an archive on this computer or from a folder on the server. */
export function AddModel({ onAdded }: { onAdded: () => Promise<void> }) {
  const t = useTranslations();
  const words = useFailureWords();
  const [kind, setKind] = useState<(typeof modelKinds)[number]>('recognition');
  const [chosenLanguages, setChosenLanguages] = useState<readonly Language[]>(['uz']);
  const [archive, setArchive] = useState<File | null>(null);
  const [folder, setFolder] = useState('');
  const [percent, setPercent] = useState<number | null>(null);
  const { busy, failure, run } = useBusy();

  const add = (send: () => Promise<unknown>) =>
    run(async () => {
      try {
        await send();
      } finally {
        setPercent(null);
      }
      await onAdded();
    });
  const upload = async (file: File) => {
    setPercent(0);
    const query = { name: file.name, kind, languages: chosenLanguages.join(',') };
    const url = apiUrl('PUT /api/admin/models', { query });
    const showShare = (share: number | null) => setPercent(Math.floor(100 * (share ?? 0)));
    const response = await uploadBody({ method: 'PUT', url, body: file }, undefined, showShare);
    if (!response.ok) throw await failureOf(response);
  };

  return (
    <details className="rounded-xl border border-line p-4">
      <summary className="cursor-pointer font-semibold max-md:content-center touch:min-h-11">
        {t('setup_models_add')}
      </summary>
      <div className="mt-3 grid max-w-2xl gap-3">
        <p className="text-sm text-ink-soft">{t('setup_models_add_about')}</p>
        <label className="grid gap-1 text-sm">
          {t('setup_models_kind')}
          <select
            value={kind}
            onChange={({ currentTarget }) =>
              setKind(modelKinds.find((candidate) => candidate === currentTarget.value) ?? kind)
            }
            className={`${fieldLook} w-full`}
          >
            {modelKinds.map((candidate) => (
              <option key={candidate} value={candidate}>
                {t(`setup_models_kind_${candidate}`)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="flex flex-wrap items-center gap-x-4 text-sm">
          <legend>{t('setup_models_languages')}</legend>
          {languages.map((language) => (
            <label key={language} className="flex min-h-9 items-center gap-2 touch:min-h-11">
              <input
                type="checkbox"
                checked={chosenLanguages.includes(language)}
                onChange={({ currentTarget }) =>
                  setChosenLanguages(
                    languages.filter((option) =>
                      option === language ? currentTarget.checked : chosenLanguages.includes(option),
                    ),
                  )
                }
                className="size-5 accent-turquoise"
              />
              {languageNames[language]}
            </label>
          ))}
        </fieldset>
        <div className="grid gap-2 sm:grid-cols-[1fr_auto] sm:items-end">
          <label className="grid gap-1 text-sm">
            {t('setup_models_archive')}
            <input
              type="file"
              accept=".tar,.gz,.tgz,.bz2"
              onChange={({ currentTarget }) => setArchive(currentTarget.files?.[0] ?? null)}
              className={`${fieldLook} w-full py-1`}
            />
          </label>
          <ToolButton
            icon={Upload}
            busy={busy && percent !== null}
            aria-disabled={busy || archive === null || chosenLanguages.length === 0}
            onClick={() => archive && void add(() => upload(archive))}
          >
            {t('setup_models_upload')}
          </ToolButton>
        </div>
        <div className="grid gap-2 sm:grid-cols-[1fr_auto] sm:items-end">
          <label className="grid gap-1 text-sm">
            {t('setup_models_folder')}
            <input
              value={folder}
              onChange={({ currentTarget }) => setFolder(currentTarget.value)}
              className={`${fieldLook} w-full`}
              spellCheck={false}
            />
          </label>
          <ToolButton
            icon={FolderOpen}
            busy={busy && percent === null}
            aria-disabled={busy || folder === '' || chosenLanguages.length === 0}
            onClick={() =>
              void add(() =>
                callApi('POST /api/admin/models', {
                  body: { folder, kind, languages: [...chosenLanguages] },
                }),
              )
            }
          >
            {t('setup_models_use_folder')}
          </ToolButton>
        </div>
        <p role="status" className="text-sm">
          {percent !== null &&
            (percent < 100 ? t('setup_models_uploading', { percent }) : t('setup_models_unpacking'))}
          {failure && <span className="text-failed-ink">{words(failure)}</span>}
        </p>
      </div>
    </details>
  );
}
