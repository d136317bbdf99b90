'use client';

import { useTranslations } from 'next-intl';
import { usePathname, useSearchParams } from 'next/navigation';
import { useRefetchOnEvents } from '@/components/leads/use-refetch-on-events';
import { DayField } from '@/components/leads/list/day-field';
import { readView } from '@/components/leads/view';
import { fieldLook } from '@/components/ui/field-look';
import { Select } from '@/components/ui/select';
import { ToolButton } from '@/components/ui/tool-button';
import { useNowMs } from '@/components/ui/use-now';
import { apiUrl, callApi } from '@/lib/api-client';
import type { InsightsQuery } from '@/lib/contracts/insights';
import { languageNames, languages } from '@/lib/i18n/language';
import { queryStringOf } from '@/lib/insight-filters';
import { dayMs, tashkentDay } from '@/lib/time';
import { ResourceNotice } from '../resource-notice';
import { useResource } from '../use-resource';
import { CallsOverTime, MoreCharts } from './charts';
import { Funnel } from './funnel';
import { Overview } from './overview';
import { Tiles } from './tiles';

const defaultDays = 30;
const insightsPath = apiUrl('GET /api/admin/insights');
const pollMs = 60_000;

/** The figures of a period, with links to their leads. */
export function InsightsPage() {
  const t = useTranslations();
  const path = usePathname();
  const params = useSearchParams();
  const { from, to, language } = readView(Object.fromEntries(params ?? []));
  const isAllTime = params?.get('period') === 'all';
  // The default period moves with each new day, also on an open page.
  const nowMs = useNowMs(pollMs);
  const daysAgo = (days: number) => tashkentDay(nowMs - days * dayMs);
  const lastDay = to ?? daysAgo(0);
  const defaultFrom = daysAgo(defaultDays - 1);
  const query: InsightsQuery = isAllTime
    ? { language }
    : { from: from ?? (defaultFrom < lastDay ? defaultFrom : lastDay), to: lastDay, language };
  const resource = useResource(
    [insightsPath, queryStringOf(query)],
    (signal) => callApi('GET /api/admin/insights', { query, signal }),
    pollMs,
  );
  const { data } = resource;
  useRefetchOnEvents(apiUrl('GET /api/leads/events'), insightsPath);

  /** Keeps the default period out of the address, because it moves. */
  function changeQuery(change: InsightsQuery, period?: 'all') {
    const newQuery = queryStringOf({ from, to, language, ...change, period });
    window.history.replaceState(null, '', `${path}?${newQuery}`);
  }

  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t('insights_title')}</h1>
        <div className="flex flex-wrap items-end gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          <ToolButton
            aria-pressed={isAllTime}
            onClick={() => changeQuery({ from: undefined, to: undefined }, isAllTime ? undefined : 'all')}
            className="aria-pressed:border-cobalt aria-pressed:bg-cobalt aria-pressed:text-on-cobalt max-sm:col-span-2 max-sm:justify-center"
          >
            {t('insights_all_time')}
          </ToolButton>
          <DayField
            label={t('leads_filter_from')}
            value={query.from}
            max={query.to}
            onChoose={(day) => changeQuery({ from: day })}
          />
          <DayField
            label={t('leads_filter_to')}
            value={query.to}
            min={query.from}
            onChoose={(day) => changeQuery({ to: day })}
          />
          <label className="grid text-xs text-ink-soft max-sm:col-span-2">
            {t('insights_language')}
            <Select
              value={query.language}
              choices={languages}
              none={t('leads_filter_any')}
              onChoose={(chosen) => changeQuery({ language: chosen }, isAllTime ? 'all' : undefined)}
              className={fieldLook}
            >
              {(each) => languageNames[each]}
            </Select>
          </label>
        </div>
      </header>
      <ResourceNotice {...resource} />
      {data?.calls === 0 && <p className="py-24 text-center text-lg font-semibold">{t('insights_empty')}</p>}
      {data !== undefined && data.calls > 0 && (
        <>
          <Overview data={data} query={query} />
          <Funnel data={data} query={query} />
          <Tiles data={data} query={query} />
          <CallsOverTime data={data} query={query} />
          <details>
            <summary className="w-fit rounded py-1 font-semibold max-md:py-3">{t('insights_more')}</summary>
            <MoreCharts data={data} query={query} />
          </details>
        </>
      )}
    </div>
  );
}
