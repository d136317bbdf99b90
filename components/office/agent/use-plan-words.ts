import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { PlanWords } from './plan-text';

/** The names of a plan's parts in the reader's language. */
export function usePlanWords(): PlanWords {
  const t = useTranslations();
  return useMemo(
    () => ({
      part: (name) => t(`plan_part_${name}`),
      topic: ({ id }) => t('plan_topic_named', { name: id }),
      field: (field) => t(`leads_field_${field}`),
      required: (required) => t(required ? 'plan_topic_is_required' : 'plan_topic_is_optional'),
      voice: (voice) => t(`plan_voice_${voice ?? 'usual'}`),
    }),
    [t],
  );
}
