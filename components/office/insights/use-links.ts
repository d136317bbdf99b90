import { useMessages, useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import type { Insights, InsightsQuery } from '@/lib/contracts/insights';
import { hrefIn } from '@/lib/i18n/routing';
import { queryStringOf, insightFilters } from '@/lib/insight-filters';

export interface FiguresProps {
  data: Insights;
  query: InsightsQuery;
}

type Filters = ReturnType<typeof insightFilters>;

/** The addresses of the leads behind a figure: of calls, or of any leads. */
export function useLeadLinks({ data, query }: FiguresProps) {
  const language = useLanguage();
  const { calls, leads, during } = insightFilters(query, data.step);
  const hrefOf = (filter: ReturnType<Filters['calls']>) =>
    `${hrefIn(language, '/admin/leads')}?${queryStringOf(filter)}`;
  return {
    toCalls: (...filter: Parameters<Filters['calls']>) => hrefOf(calls(...filter)),
    toLeads: (...filter: Parameters<Filters['leads']>) => hrefOf(leads(...filter)),
    during,
  };
}

/** A question's topic in the owner's words, or a built-in one in the office's language. */
export function useTopicName() {
  const t = useTranslations();
  const names: Partial<Record<string, string>> = useMessages();
  return ({ topic, name }: Omit<Insights['left'][number], 'calls'>) =>
    name ?? names[`insights_topic_${topic}`] ?? t('insights_left_old');
}
