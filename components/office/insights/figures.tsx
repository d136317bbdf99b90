import { useFormatter, useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import { leadMarks } from '@/lib/contracts/choices';
import { isLanguage, languageNames } from '@/lib/i18n/language';
import { axisOf } from './axis';
import { BarChart } from './bar-chart';
import { Shares } from './bar-list';
import { Funnel } from './funnel';
import { Overview } from './overview';
import { Tiles } from './tiles';
import { type FiguresProps, useLinks, useTopicName } from './use-links';

/** The figures of a period; each links to its leads. */
export function Figures(props: FiguresProps) {
  return (
    <>
      <Overview {...props} />
      <Funnel {...props} />
      <Tiles {...props} />
      <Charts {...props} />
      <ModelUse {...props} />
    </>
  );
}

const weekdayKeys = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

function Charts({ data, query }: FiguresProps) {
  const t = useTranslations();
  const language = useLanguage();
  const { to, behind } = useLinks({ data, query });
  const calls = (values: number[]) => [{ name: t('insights_calls'), values }];
  const topicName = useTopicName();
  const shortDay = (day: string) => `${day.slice(8)}.${day.slice(5, 7)}`;
  const periods = new Map(data.periods.map((period) => [period.day, period]));
  const callDays = axisOf([...periods.keys()], data.step, query);
  const markDays = axisOf(
    data.marks.map(({ day }) => day),
    data.step,
    query,
  );

  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <BarChart
        title={data.step === 'day' ? t('insights_by_day') : t('insights_by_week')}
        rows={callDays.map((day) => ({
          label: shortDay(day),
          href: to(behind.calls(behind.during(day))),
          hrefs: ['agent_closed', 'not_reached'].map((end) =>
            to(behind.calls({ ...behind.during(day), end })),
          ),
        }))}
        series={[
          {
            name: t('insights_reached'),
            values: callDays.map((day) => periods.get(day)?.reachedEnd ?? 0),
          },
          {
            name: t('insights_not_reached'),
            values: callDays.map((day) => {
              const { calls, reachedEnd } = periods.get(day) ?? { calls: 0, reachedEnd: 0 };
              return calls - reachedEnd;
            }),
          },
        ]}
      />
      <BarChart
        title={t('insights_marks')}
        rows={markDays.map((day) => ({
          label: shortDay(day),
          href: to(behind.leads(behind.during(day))),
          hrefs: leadMarks.map((mark) => to(behind.leads({ ...behind.during(day), mark }))),
        }))}
        series={leadMarks.map((mark) => ({
          name: t(`leads_mark_${mark}`),
          values: markDays.map(
            (day) => data.marks.find((row) => row.day === day && row.mark === mark)?.leads ?? 0,
          ),
        }))}
      />
      <BarChart
        title={t('insights_hours')}
        rows={data.hours.map(({ hour }) => ({
          label: String(hour),
          href: to(behind.calls({ hour: String(hour) })),
        }))}
        series={calls(data.hours.map((row) => row.calls))}
      />
      <BarChart
        title={t('insights_weekdays')}
        rows={data.weekdays.map(({ weekday }) => ({
          label: t(`insights_weekday_${weekdayKeys[weekday - 1] ?? 'sun'}`),
          href: to(behind.calls({ weekday: String(weekday) })),
        }))}
        series={calls(data.weekdays.map((row) => row.calls))}
      />
      <Shares
        title={t('insights_left')}
        rows={data.left.map((row) => ({
          label: topicName(row),
          value: row.calls,
          href: to(behind.calls({ left: row.topic ?? '-' })),
        }))}
      />
      <Shares
        title={t('insights_ends')}
        rows={data.ends.map(({ end, calls: value }) => ({
          label: t(`insights_end_${end}`),
          value,
          href: to(behind.calls({ end })),
        }))}
      />
      <Shares
        title={t('insights_outcomes')}
        rows={[
          ...leadMarks.map((mark) => ({
            label: t(`leads_mark_${mark}`),
            value: data.marks.reduce((sum, row) => sum + (row.mark === mark ? row.leads : 0), 0),
            href: to(behind.leads({ mark })),
          })),
          ...data.outcomes.map(({ outcome, leads: value }) => ({
            label: t(`leads_outcome_${outcome}`).toLocaleLowerCase(language),
            value,
            href: to(behind.leads({ outcome })),
          })),
        ]}
      />
      <Shares
        title={t('insights_languages')}
        rows={data.languages.map(({ language: spoken, calls: value }) => ({
          label: isLanguage(spoken) ? languageNames[spoken] : spoken,
          value,
          href: to(behind.calls({ language: spoken })),
        }))}
      />
    </div>
  );
}

function ModelUse({ data, query }: FiguresProps) {
  const t = useTranslations();
  const format = useFormatter();
  const { to, behind } = useLinks({ data, query });
  const dollars = (amount: number) =>
    format.number(amount, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      {data.agentAnswer.median !== null &&
        t('insights_agent_answer', {
          median: data.agentAnswer.median,
          p95: data.agentAnswer.p95 ?? 0,
        })}{' '}
      {data.model.calls > 0 && (
        <a href={to(behind.calls({ model: 'yes' }))} className="underline underline-offset-4">
          {t('insights_tokens', {
            calls: data.model.calls,
            read: data.model.promptTokens,
            written: data.model.outputTokens,
          })}
        </a>
      )}{' '}
      {data.model.costUsd === null
        ? t('insights_cost_unknown')
        : t('insights_cost', {
            total: dollars(data.model.costUsd),
            call: dollars(data.model.costUsd / Math.max(1, data.model.calls)),
          })}
    </p>
  );
}
