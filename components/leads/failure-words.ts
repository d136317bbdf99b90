import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { FailureCode } from '@/lib/api-client';
import { isErrorCode } from '@/lib/contracts/errors';

/** Describes a failure in the reader's language. */
export function useFailureWords(): (failure: { code: FailureCode }) => string {
  const t = useTranslations();
  return useCallback(
    ({ code }) => {
      if (isErrorCode(code)) return t(`error_${code}`);
      return t(code === 'unreadable' ? 'leads_failure_other' : `leads_failure_${code}`);
    },
    [t],
  );
}
