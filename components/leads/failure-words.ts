import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { RequestFailure } from '@/lib/api-client';

/** The errors of the office's requests; each has a message error_<code>. */
const describedCodes = [
  'unauthorized',
  'wrong_password',
  'forbidden',
  'admin_locked',
  'lead_not_found',
  'audio_not_found',
  'decoder_busy',
  'already_processing',
  'draft_changed',
  'invalid_field',
  'rate_limited',
  'storage_failed',
  'database_unavailable',
  'not_found',
  'calls_unavailable',
  'calls_unreachable',
  'lines_busy',
  'speech_failed',
  'speech_refused',
  'speech_timeout',
  'speech_unavailable',
  'language_model_failed',
  'language_model_refused',
  'language_model_timeout',
  'notice_failed',
  'model_busy',
  'model_differs',
  'model_unreachable',
  'model_unusable',
  'storage_full',
  'too_large',
  'internal',
] as const;

/** Describes a failure in the reader's language. */
export function useFailureWords(): (failure: Pick<RequestFailure, 'code'>) => string {
  const t = useTranslations();
  return useCallback(
    ({ code }) => {
      if (code === 'network') return t('leads_failure_network');
      if (code === 'timeout') return t('leads_failure_timeout');
      const described = describedCodes.find((candidate) => candidate === code);
      return described === undefined ? t('leads_failure_other') : t(`error_${described}`);
    },
    [t],
  );
}
