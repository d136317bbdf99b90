import { useFormatter, useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import { useNowMs } from '@/components/ui/use-now';
import { apiUrl, callApi } from '@/lib/api-client';
import { hrefIn } from '@/lib/i18n/routing';
import { queryStringOf, insightFilters } from '@/lib/insight-filters';
import { dayMs, tashkentDay, tenthsOfSeconds } from '@/lib/time';
import { useResource } from '../use-resource';

const insightsPath = apiUrl('GET /api/admin/insights');
const pollMs = 60_000;
const days = 30;

/** Tokens, cost and answer times of the last 30 days. */
export function ModelUse() {
  const t = useTranslations();
  const format = useFormatter();
  const language = useLanguage();
  const nowMs = useNowMs(pollMs);
  const query = { from: tashkentDay(nowMs - (days - 1) * dayMs), to: tashkentDay(nowMs) };
  const { data } = useResource(
    [insightsPath, queryStringOf(query)],
    (signal) => callApi('GET /api/admin/insights', { query, signal }),
    pollMs,
  );
  if (data === undefined || data.model.calls === 0) return null;
  const { model, agentAnswer } = data;
  const dollars = (amount: number) =>
    format.number(amount, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
  const seconds = (ms: number) => tenthsOfSeconds(ms / 1000, language);
  const filter = queryStringOf(insightFilters(query, data.step).calls({ model: 'yes' }));
  return (
    <p className="text-ink-soft tabular-nums">
      <a href={`${hrefIn(language, '/admin/leads')}?${filter}`} className="underline underline-offset-4">
        {t('setup_use_tokens', {
          calls: model.calls,
          read: model.promptTokens,
          written: model.outputTokens,
        })}
      </a>{' '}
      {model.costUsd === null
        ? t('setup_use_cost_unknown')
        : t('setup_use_cost', {
            total: dollars(model.costUsd),
            call: dollars(model.costUsd / model.calls),
          })}{' '}
      {agentAnswer.median !== null &&
        t('setup_use_answer', {
          median: seconds(agentAnswer.median),
          p95: seconds(agentAnswer.p95 ?? agentAnswer.median),
        })}
    </p>
  );
}
