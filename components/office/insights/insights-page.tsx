'use client';

import { useTranslations } from 'next-intl';
import { usePathname, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useLive } from '@/components/leads/use-live';
import { readView } from '@/components/leads/view';
import { ToolButton } from '@/components/ui/tool-button';
import { useNowMs } from '@/components/ui/use-now';
import { apiUrl, callApi } from '@/lib/api-client';
import type { InsightsQuery } from '@/lib/contracts/insights';
import { languageNames, languages } from '@/lib/i18n/language';
import { filterText } from '@/lib/insight-leads';
import { dayMs, tashkentDay } from '@/lib/time';
import { OfficeFailed, OfficeLoading } from '../notices';
import { useResource } from '../use-resource';
import { Figures } from './figures';

const defaultDays = 30;
const insightsPath = apiUrl('GET /api/admin/insights');
const pollMs = 60_000;
const field =
  'h-9 min-w-0 rounded-lg border border-line-strong bg-paper-raised px-2 text-sm text-ink touch:h-11';

/** Figures of a period; each links to its leads. */
export function InsightsPage() {
  const t = useTranslations();
  const path = usePathname();
  const params = useSearchParams();
  const { from, to, language } = readView(Object.fromEntries(params ?? []));
  const allTime = params?.get('period') === 'all';
  // Redrawn with time: the default period moves on with each new day.
  const nowMs = useNowMs(pollMs);
  const daysAgo = (days: number) => tashkentDay(nowMs - days * dayMs);
  const last = to ?? daysAgo(0);
  const usual = daysAgo(defaultDays - 1);
  const query: InsightsQuery = allTime
    ? { language }
    : { from: from ?? (usual < last ? usual : last), to: last, language };
  const { data, failure, reload } = useResource(
    [insightsPath, filterText(query)],
    (signal) => callApi('GET /api/admin/insights', { query, signal }),
    pollMs,
  );
  useLive(apiUrl('GET /api/leads/events'), insightsPath);

  function choose(change: InsightsQuery, period?: 'all') {
    window.history.replaceState(null, '', `${path}?${filterText({ ...query, ...change, period })}`);
  }

  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <h1 className="text-2xl font-bold tracking-tight">{t('insights_title')}</h1>
        <div className="flex flex-wrap items-end gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          <ToolButton
            aria-pressed={allTime}
            onClick={() => choose({ from: undefined, to: undefined }, allTime ? undefined : 'all')}
            className="aria-pressed:border-cobalt aria-pressed:bg-cobalt aria-pressed:text-on-cobalt max-sm:col-span-2 max-sm:justify-center"
          >
            {t('insights_all_time')}
          </ToolButton>
          <DayField
            label={t('leads_filter_from')}
            value={query.from}
            max={query.to}
            onChoose={(day) => choose({ from: day })}
          />
          <DayField
            label={t('leads_filter_to')}
            value={query.to}
            min={query.from}
            onChoose={(day) => choose({ to: day })}
          />
          <label className="grid text-xs text-ink-soft">
            {t('insights_language')}
            <select
              value={query.language ?? ''}
              onChange={({ currentTarget }) =>
                choose(
                  { language: languages.find((language) => language === currentTarget.value) },
                  allTime ? 'all' : undefined,
                )
              }
              className={field}
            >
              <option value="">{t('leads_filter_any')}</option>
              {languages.map((language) => (
                <option key={language} value={language}>
                  {languageNames[language]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </header>
      {failure && <OfficeFailed failure={failure} onRetry={() => void reload()} />}
      {data === undefined && failure === null && <OfficeLoading />}
      {data?.calls === 0 && <p className="py-24 text-center text-lg font-semibold">{t('insights_empty')}</p>}
      {data !== undefined && data.calls > 0 && <Figures data={data} query={query} />}
    </div>
  );
}

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
}

/** Ignores invalid days, such as 31 September, while they are typed. */
function DayField({ label, value = '', min, max, onChoose }: DayFieldProps) {
  const [isUnfinished, setUnfinished] = useState(false);
  return (
    <label className="grid text-xs text-ink-soft">
      {label}
      <input
        type="date"
        value={isUnfinished ? '' : value}
        min={min}
        max={max}
        onChange={({ currentTarget }) => {
          setUnfinished(currentTarget.value === '');
          if (currentTarget.value !== '') onChoose(currentTarget.value);
        }}
        onBlur={() => setUnfinished(false)}
        className={field}
      />
    </label>
  );
}
