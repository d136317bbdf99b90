import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Failure } from '@/lib/contracts/vendor-failures';

/** Describes a vendor's failure in the reader's language, followed by the vendor's own message. */
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
