import { FolderOpen, Upload } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { apiUrl, callApi, failureOf } from '@/lib/api-client';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { fieldLook } from '@/components/ui/field-look';
import { Select } from '@/components/ui/select';
import { ToolButton } from '@/components/ui/tool-button';
import { modelKinds } from '@/lib/contracts/choices';
import type { Language } from '@/lib/i18n/language';
import { uploadBody } from '@/lib/upload-body';
import { LanguageBoxes } from '../language-boxes';

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
          <Select
            value={kind}
            choices={modelKinds}
            onChoose={(candidate = kind) => setKind(candidate)}
            className={`${fieldLook} w-full`}
          >
            {(candidate) => t(`setup_models_kind_${candidate}`)}
          </Select>
        </label>
        <LanguageBoxes
          legend={<legend>{t('setup_models_languages')}</legend>}
          chosen={chosenLanguages}
          onChoose={setChosenLanguages}
        />
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
