import { useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import { leadMarks, weekdays } from '@/lib/contracts/choices';
import { isLanguage, languageNames } from '@/lib/i18n/language';
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
  const { hrefOf, filters } = useLeadLinks({ data, query });
  const periods = new Map(data.periods.map((period) => [period.day, period]));
  const days = axisOf([...periods.keys()], data.step, query);
  const figures = days.map((day) => periods.get(day) ?? { calls: 0, reachedEnd: 0 });
  const hrefOfDay = (day: string, end?: string) => hrefOf(filters.calls({ ...filters.during(day), end }));
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

export function MarksOverTime({ data, query }: FiguresProps) {
  const t = useTranslations();
  const { hrefOf, filters } = useLeadLinks({ data, query });
  const markedDays = data.marks.map(({ day }) => day);
  const days = axisOf(markedDays, data.step, query);
  const count = new Map(data.marks.map(({ day, mark, leads }) => [`${day} ${mark}`, leads]));
  return (
    <BarChart
      title={t('insights_marks')}
      rows={days.map((day) => ({
        label: shortDay(day),
        href: hrefOf(filters.leads(filters.during(day))),
        hrefs: leadMarks.map((mark) => hrefOf(filters.leads({ ...filters.during(day), mark }))),
      }))}
      series={leadMarks.map((mark) => ({
        name: t(`leads_mark_${mark}`),
        values: days.map((day) => count.get(`${day} ${mark}`) ?? 0),
      }))}
    />
  );
}

export function CallHours({ data, query }: FiguresProps) {
  const t = useTranslations();
  const { hrefOf, filters } = useLeadLinks({ data, query });
  return (
    <BarChart
      title={t('insights_hours')}
      rows={data.hours.map(({ hour }) => ({
        label: String(hour),
        href: hrefOf(filters.calls({ hour: String(hour) })),
      }))}
      series={[{ name: t('insights_calls'), values: data.hours.map(({ calls }) => calls) }]}
    />
  );
}

export function CallWeekdays({ data, query }: FiguresProps) {
  const t = useTranslations();
  const { hrefOf, filters } = useLeadLinks({ data, query });
  return (
    <BarChart
      title={t('insights_weekdays')}
      rows={data.weekdays.map(({ weekday }) => ({
        label: t(`insights_weekday_${weekdays[weekday - 1] ?? 'sun'}`),
        href: hrefOf(filters.calls({ weekday: String(weekday) })),
      }))}
      series={[{ name: t('insights_calls'), values: data.weekdays.map(({ calls }) => calls) }]}
    />
  );
}

export function CallEnds({ data, query }: FiguresProps) {
  const t = useTranslations();
  const { hrefOf, filters } = useLeadLinks({ data, query });
  return (
    <TitledBarList
      title={t('insights_ends')}
      rows={data.ends.map(({ end, calls }) => ({
        label: t(`insights_end_${end}`),
        value: calls,
        href: hrefOf(filters.calls({ end })),
      }))}
    />
  );
}

export function LeadOutcomes({ data, query }: FiguresProps) {
  const t = useTranslations();
  const language = useLanguage();
  const { hrefOf, filters } = useLeadLinks({ data, query });
  const marks = leadMarks.map((mark) => ({
    label: t(`leads_mark_${mark}`),
    value: data.marks.reduce((sum, row) => sum + (row.mark === mark ? row.leads : 0), 0),
    href: hrefOf(filters.leads({ mark })),
  }));
  const outcomes = data.outcomes.map(({ outcome, leads }) => ({
    label: t(`leads_outcome_${outcome}`).toLocaleLowerCase(language),
    value: leads,
    href: hrefOf(filters.leads({ outcome })),
  }));
  return <TitledBarList title={t('insights_outcomes')} rows={[...marks, ...outcomes]} />;
}

export function CallLanguages({ data, query }: FiguresProps) {
  const t = useTranslations();
  const { hrefOf, filters } = useLeadLinks({ data, query });
  return (
    <TitledBarList
      title={t('insights_languages')}
      rows={data.languages.map(({ language, calls }) => ({
        label: isLanguage(language) ? languageNames[language] : language,
        value: calls,
        href: hrefOf(filters.calls({ language })),
      }))}
    />
  );
}
