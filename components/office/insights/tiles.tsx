import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Term } from '@/components/ui/term';
import { useLanguage } from '@/components/ui/use-language';
import type { Percentiles } from '@/lib/contracts/insights';
import { minutesSeconds, tenthsOfSeconds } from '@/lib/time';
import { LeadsLink } from './leads-link';
import { type FiguresProps, useLeadLinks } from './use-links';

export function Tiles({ data, query }: FiguresProps) {
  const t = useTranslations();
  const format = useFormatter();
  const { toCalls } = useLeadLinks({ data, query });
  return (
    <dl className="grid grid-cols-2 gap-3 max-md:*:last:col-span-2 md:grid-cols-5">
      <Tile name={t('insights_calls')} href={toCalls()}>
        {format.number(data.calls)}
      </Tile>
      <Tile
        name={t('insights_reached')}
        explanation={t('insights_why_reached')}
        href={toCalls({ end: 'agent_closed' })}
      >
        {format.number(data.reachedEnd / data.calls, { style: 'percent' })}
      </Tile>
      <Tile
        name={t('insights_length')}
        explanation={t('insights_why_median')}
        href={toCalls({ sort: 'longest' })}
      >
        {data.length.median === null ? '–' : minutesSeconds(data.length.median)}
        <small className="block text-xs font-normal text-ink-soft">
          {data.length.p95 !== null && t('insights_p95', { value: minutesSeconds(data.length.p95) })}
        </small>
      </Tile>
      <Tile
        name={t('insights_answer')}
        explanation={t('insights_why_answer')}
        href={toCalls({ recording: 'yes' })}
      >
        <Seconds values={data.answer} />
      </Tile>
      <Tile name={t('insights_first_word')} explanation={t('insights_why_first_word')} href={toCalls()}>
        <Seconds values={data.firstWord} />
      </Tile>
    </dl>
  );
}

interface TileProps {
  name: string;
  explanation?: string;
  href: string;
  children: ReactNode;
}

function Tile({ name, explanation, href, children }: TileProps) {
  return (
    <div className="relative row-span-2 grid grid-rows-subgrid gap-y-0 rounded-xl border border-line bg-paper-raised p-3">
      <dt className="grid min-h-6 items-center text-xs text-ink-soft touch:min-h-11">
        {explanation === undefined ? name : <Term name={name} explanation={explanation} />}
      </dt>
      <dd className="text-2xl font-bold tabular-nums">
        <LeadsLink href={href} className="rounded hover:underline">
          {children}
        </LeadsLink>
      </dd>
    </div>
  );
}

/** Half of all values are below the large figure, 95 of 100 below the small one. */
function Seconds({ values: { median, p95 } }: { values: Percentiles }) {
  const t = useTranslations();
  const language = useLanguage();
  const seconds = (ms: number) => t('insights_seconds', { value: tenthsOfSeconds(ms / 1000, language) });
  if (median === null) return '–';
  return (
    <>
      {seconds(median)}
      <small className="block text-xs font-normal text-ink-soft">
        {p95 !== null && t('insights_p95', { value: seconds(p95) })}
      </small>
    </>
  );
}
