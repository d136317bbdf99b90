import { X } from 'lucide-react';
import { useMessages, useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import { ToolButton } from '@/components/ui/tool-button';
import { weekdays } from '@/lib/contracts/choices';
import { languageNames } from '@/lib/i18n/language';
import { calendarDay } from '../format';
import { type FilterName, type View, activeFilters, withFilter } from '../view';

interface ActiveFiltersProps {
  view: View;
  /** The owner's words for the questions of the filter `left`, by topic. */
  questions?: ReadonlyMap<string, string> | undefined;
  onView: (view: View) => void;
}

/** The list's filters, each with a button that removes it. Links from the insights set filters that have no field. */
export function ActiveFilters({ view, questions, onView }: ActiveFiltersProps) {
  const t = useTranslations();
  const nameOf = useFilterNames(questions);
  const names = activeFilters(view);
  if (names.length === 0) return null;
  return (
    <ul aria-label={t('leads_filters_active')} className="flex flex-wrap gap-1.5">
      {names.map((name) => {
        const filter = nameOf(view, name);
        return (
          <li key={name}>
            <ToolButton
              aria-label={t('leads_filter_remove', { filter })}
              onClick={() => onView(withFilter(view, { [name]: undefined }))}
            >
              {filter}
              <X className="size-3.5 text-ink-soft" aria-hidden />
            </ToolButton>
          </li>
        );
      })}
    </ul>
  );
}

function useFilterNames(
  questions: ActiveFiltersProps['questions'],
): (view: View, name: FilterName) => string {
  const t = useTranslations();
  const language = useLanguage();
  const messages: Partial<Record<string, string>> = useMessages();
  const withLabel = (label: string, value: string) => `${label}: ${value}`;

  return (view, name) => {
    switch (name) {
      case 'q':
        return view.q ?? '';
      case 'status':
        return withLabel(t('leads_filter_status'), t(`leads_status_${view.status ?? 'pending'}`));
      case 'mark':
        return withLabel(t('leads_filter_mark'), t(`leads_mark_${view.mark ?? 'to_call'}`));
      case 'from':
        return withLabel(t('leads_filter_from'), calendarDay(view.from ?? '', language));
      case 'to':
        return withLabel(t('leads_filter_to'), calendarDay(view.to ?? '', language));
      case 'recording':
        return view.recording === 'no' ? t('leads_view_no_recording') : t('leads_filter_recorded');
      case 'missed':
        return view.missed === 'yes' ? t('leads_view_missed') : t('leads_filter_not_missed');
      case 'next':
        return view.next === 'due' ? t('leads_view_due') : t('leads_filter_planned');
      case 'call':
        return view.call === 'yes' ? t('leads_filter_talked') : t('leads_filter_not_talked');
      case 'language':
        return withLabel(t('insights_language'), languageNames[view.language ?? 'uz']);
      case 'end':
        return view.end === 'not_reached'
          ? t('leads_filter_not_reached')
          : withLabel(t('insights_ends'), t(`insights_end_${view.end ?? 'unknown'}`));
      case 'left': {
        const topicId = view.left ?? '-';
        const builtIn = topicId === '-' ? t('insights_left_before') : messages[`insights_topic_${topicId}`];
        return withLabel(t('insights_left'), questions?.get(topicId) ?? builtIn ?? t('insights_left_old'));
      }
      case 'model':
        return view.model === 'yes' ? t('leads_filter_model') : t('leads_filter_no_model');
      case 'outcome':
        return withLabel(
          t('leads_filter_outcome'),
          t(`leads_outcome_${view.outcome ?? 'reached'}`).toLocaleLowerCase(language),
        );
      case 'hour':
        return `${view.hour}:00–${view.hour}:59`;
      case 'weekday':
        return t(`insights_weekday_${weekdays[(view.weekday ?? 1) - 1] ?? 'mon'}`);
    }
  };
}
