import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { useLanguage } from '@/components/ui/use-language';
import { apiUrl, callApi } from '@/lib/api-client';
import { isErrorCode } from '@/lib/contracts/errors';
import type { ModelEntry } from '@/lib/contracts/models';
import type { ModelTrial } from '@/lib/contracts/vendor-failures';
import { useResource } from '../use-resource';
import { TriedModel } from './tried-model';

const modelsPath = apiUrl('GET /api/admin/models');
const serversPath = apiUrl('GET /api/admin/model-servers');
const fetchingPollMs = 1_000;
/** A terminal or another browser may start a download, and a server may be started while the page is open. */
const idlePollMs = 10_000;

/** The open speech models of this machine with their downloads. */
export function useModels() {
  return useResource(
    [modelsPath],
    (signal) => callApi('GET /api/admin/models', { signal }),
    ({ models }) => (models.some(({ state }) => state === 'fetching') ? fetchingPollMs : idlePollMs),
  );
}

/** The servers of language models on this machine. */
export function useModelServers() {
  return useResource(
    [serversPath],
    (signal) => callApi('GET /api/admin/model-servers', { signal }),
    idlePollMs,
  );
}

/** Downloads and removes a speech model; `problem` says why the last try failed. */
export function useModelChange({ id, failure: lastFailure }: ModelEntry, reload: () => Promise<void>) {
  const words = useFailureWords();
  const { busy, failure, run } = useBusy();
  const shownFailure = failure ?? (isErrorCode(lastFailure) ? { code: lastFailure } : null);
  const change = (send: () => Promise<unknown>) => void run(() => send().then(reload));
  return {
    busy,
    problem: shownFailure && words(shownFailure),
    download: () => change(() => callApi('POST /api/admin/models', { body: { id } })),
    remove: () => change(() => callApi('DELETE /api/admin/models', { body: { id } })),
  };
}

/** Tries a language model of this machine, which calls then use if it works. */
export function useModelTrial(onTried: () => Promise<unknown>) {
  const t = useTranslations();
  const words = useFailureWords();
  const language = useLanguage();
  const [tried, setTried] = useState<ModelTrial | null>(null);
  const { busy, failure, run } = useBusy();

  const tryAndUse = (port: number, model: string) =>
    void run(async () => {
      setTried(null);
      const body = { port, model, language };
      const answer = await callApi('POST /api/admin/model-servers', { body, timeoutMs: null });
      setTried(answer.tried);
      await onTried();
    });

  const outcome = (
    <>
      {busy && t('setup_server_loading')}
      {tried && <TriedModel tried={tried} />}
      {failure && <span className="text-failed-ink">{words(failure)}</span>}
    </>
  );
  return { busy, tryAndUse, outcome };
}

/** Formats a size in whole megabytes. */
export function useMegabytes(): (bytes: number) => string {
  const format = useFormatter();
  return (bytes) => format.number(Math.ceil(bytes / 1_000_000));
}
