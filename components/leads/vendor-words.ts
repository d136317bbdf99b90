import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Failure } from '@/lib/contracts/vendor-failures';

/** Says what is wrong with a vendor in the reader's language, with the vendor's own sentence. */
export function useVendorWords(): (failure: Failure) => string {
  const t = useTranslations();
  return useCallback(
    ({ kind, detail }) => {
      const words = t(`office_vendor_${kind}`);
      return detail === undefined ? words : `${words} (${detail})`;
    },
    [t],
  );
}
