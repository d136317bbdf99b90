import { useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import { leadMarks, weekdays } from '@/lib/contracts/choices';
import { languageNameOf } from '@/lib/i18n/language';
import { axisOf } from './axis';
import { BarChart } from './bar-chart';
import { TitledBarList } from './bar-list';
import { type FiguresProps, useLeadLinks } from './use-links';

/** 2026-11-24 gives 24.11. */
function shortDay(day: string): string {
  return `${day.slice(8)}.${day.slice(5, 7)}`;
}

export function CallsOverTime({ data, query }: FiguresProps) {
  const t = useTranslations();
  const { toCalls, during } = useLeadLinks({ data, query });
  const periods = new Map(data.periods.map((period) => [period.day, period]));
  const days = axisOf([...periods.keys()], data.step, query);
  const figures = days.map((day) => periods.get(day) ?? { calls: 0, reachedEnd: 0 });
  const hrefOfDay = (day: string, end?: string) => toCalls({ ...during(day), end });
  return (
    <BarChart
      title={data.step === 'day' ? t('insights_by_day') : t('insights_by_week')}
      rows={days.map((day) => ({
        label: shortDay(day),
        href: hrefOfDay(day),
        hrefs: [hrefOfDay(day, 'agent_closed'), hrefOfDay(day, 'not_reached')],
      }))}
      series={[
        { name: t('insights_reached'), values: figures.map(({ reachedEnd }) => reachedEnd) },
        {
          name: t('insights_not_reached'),
          values: figures.map(({ calls, reachedEnd }) => calls - reachedEnd),
        },
      ]}
    />
  );
}

/** The figures that an owner rarely asks for: marks, hours, weekdays, ends and languages. */
export function MoreCharts({ data, query }: FiguresProps) {
  const t = useTranslations();
  const officeLanguage = useLanguage();
  const { toCalls, toLeads, during } = useLeadLinks({ data, query });
  const markDays = axisOf(
    data.marks.map(({ day }) => day),
    data.step,
    query,
  );
  const markCounts = new Map(data.marks.map(({ day, mark, leads }) => [`${day} ${mark}`, leads]));
  const marks = leadMarks.map((mark) => ({
    label: t(`leads_mark_${mark}`),
    value: data.marks.reduce((sum, row) => sum + (row.mark === mark ? row.leads : 0), 0),
    href: toLeads({ mark }),
  }));
  const outcomes = data.outcomes.map(({ outcome, leads }) => ({
    label: t(`leads_outcome_${outcome}`).toLocaleLowerCase(officeLanguage),
    value: leads,
    href: toLeads({ outcome }),
  }));
  return (
    <div className="mt-2 grid gap-4 lg:grid-cols-2">
      <BarChart
        title={t('insights_marks')}
        rows={markDays.map((day) => ({
          label: shortDay(day),
          href: toLeads(during(day)),
          hrefs: leadMarks.map((mark) => toLeads({ ...during(day), mark })),
        }))}
        series={leadMarks.map((mark) => ({
          name: t(`leads_mark_${mark}`),
          values: markDays.map((day) => markCounts.get(`${day} ${mark}`) ?? 0),
        }))}
      />
      <TitledBarList title={t('insights_outcomes')} rows={[...marks, ...outcomes]} />
      <BarChart
        title={t('insights_hours')}
        rows={data.hours.map(({ hour }) => ({ label: String(hour), href: toCalls({ hour: String(hour) }) }))}
        series={[{ name: t('insights_calls'), values: data.hours.map(({ calls }) => calls) }]}
      />
      <BarChart
        title={t('insights_weekdays')}
        rows={data.weekdays.map(({ weekday }) => ({
          label: t(`insights_weekday_${weekdays[weekday - 1] ?? 'sun'}`),
          href: toCalls({ weekday: String(weekday) }),
        }))}
        series={[{ name: t('insights_calls'), values: data.weekdays.map(({ calls }) => calls) }]}
      />
      <TitledBarList
        title={t('insights_ends')}
        rows={data.ends.map(({ end, calls }) => ({
          label: t(`insights_end_${end}`),
          value: calls,
          href: toCalls({ end }),
        }))}
      />
      <TitledBarList
        title={t('insights_languages')}
        rows={data.languages.map(({ language, calls }) => ({
          label: languageNameOf(language),
          value: calls,
          href: toCalls({ language }),
        }))}
      />
    </div>
  );
}
