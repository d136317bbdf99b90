import { useMessages, useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import type { Insights, InsightsQuery } from '@/lib/contracts/insights';
import { hrefIn } from '@/lib/i18n/routing';
import { queryStringOf, insightFilters } from '@/lib/insight-filters';

export interface FiguresProps {
  data: Insights;
  query: InsightsQuery;
}

export function useLeadLinks({ data, query }: FiguresProps) {
  const language = useLanguage();
  const hrefOf = (filter: Record<string, string | undefined>) =>
    `${hrefIn(language, '/admin/leads')}?${queryStringOf(filter)}`;
  return { hrefOf, filters: insightFilters(query, data.step) };
}

/** A question's topic in the owner's words, or a built-in one in the office's language. */
export function useTopicName() {
  const t = useTranslations();
  const names: Partial<Record<string, string>> = useMessages();
  return ({ topic, name }: Omit<Insights['left'][number], 'calls'>) =>
    name ?? names[`insights_topic_${topic}`] ?? t('insights_left_old');
}
