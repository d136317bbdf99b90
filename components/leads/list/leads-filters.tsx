import { Search, SlidersHorizontal, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type Ref, useEffect, useEffectEvent, useState } from 'react';
import { fieldLook } from '@/components/ui/field-look';
import { Select } from '@/components/ui/select';
import { ToolButton } from '@/components/ui/tool-button';
import { leadMarks, leadSorts, processingStatuses } from '@/lib/contracts/choices';
import { DayField } from './day-field';
import { type Filter, type View, isFiltered, withFilter, withoutFilters } from '../view';

const searchDelayMs = 250;
const maxLength = 200;

interface SearchFieldProps {
  value: string;
  onSearch: (words: string) => void;
  ref: Ref<HTMLInputElement>;
  /** Shows all leads; absent while they are shown. */
  onClear: (() => void) | undefined;
}

/** Searches at each pause in typing. Follows the browser's history. */
function SearchField({ value, onSearch, ref, onClear }: SearchFieldProps) {
  const t = useTranslations();
  const [searchedWords, setSearchedWords] = useState(value);
  const [typedWords, setTypedWords] = useState(value);
  const [addressWords, setAddressWords] = useState(value);
  // The address follows a search in a transition; only another change of it replaces what is typed.
  if (value !== addressWords) {
    setAddressWords(value);
    if (value !== searchedWords) {
      setSearchedWords(value);
      setTypedWords(value);
    }
  }

  const search = useEffectEvent(() => {
    setSearchedWords(typedWords);
    onSearch(typedWords);
  });
  useEffect(() => {
    if (typedWords === searchedWords) return;
    const timer = setTimeout(search, searchDelayMs);
    return () => clearTimeout(timer);
  }, [typedWords, searchedWords]);

  return (
    <label
      tabIndex={-1}
      className="flex h-9 min-w-40 flex-1 cursor-text items-center gap-2 rounded-lg border border-line-strong bg-paper-raised pr-1 pl-3 text-sm has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-cobalt touch:h-11"
    >
      <Search className="size-4 shrink-0 text-ink-soft" aria-hidden />
      <input
        ref={ref}
        type="search"
        name="q"
        aria-label={t('leads_search')}
        maxLength={maxLength}
        value={typedWords}
        onChange={(event) => setTypedWords(event.currentTarget.value)}
        // Leaves the field, so that single keys act on the results.
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        placeholder={t('leads_search_hint')}
        autoComplete="off"
        className="h-full min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {/* In the field, where it moves nothing as it comes and goes. */}
      {onClear && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // The pressed button disappears.
            currentTarget.closest('label')?.focus();
            onClear();
          }}
          className="flex min-h-7 shrink-0 items-center gap-1.5 rounded-md bg-paper-sunk px-2 font-medium touch:min-h-9 touch:min-w-9 touch:justify-center"
        >
          <X className="size-4" aria-hidden />
          <span className="max-md:sr-only">{t('leads_clear_filters')}</span>
        </button>
      )}
    </label>
  );
}

interface LeadsFiltersProps {
  view: View;
  onView: (view: View, step?: 'push' | 'replace') => void;
  searchField: Ref<HTMLInputElement>;
}

/** Search, filters and order of the list. */
export function LeadsFilters({ view, onView, searchField }: LeadsFiltersProps) {
  const t = useTranslations();
  const [areFiltersShown, setFiltersShown] = useState(false);
  const applyFilter = (filter: Filter) => onView(withFilter(view, filter));
  return (
    <search
      aria-label={t('leads_search')}
      // On wide screens the search joins the header's row, and the filters get a full-width line below it.
      className="flex min-w-64 flex-1 flex-wrap items-end gap-2 bg-paper max-md:sticky max-md:top-[6.25rem] max-md:z-20 max-md:py-1 md:max-lg:order-1 md:max-lg:basis-full lg:contents"
    >
      <SearchField
        ref={searchField}
        value={view.q ?? ''}
        onSearch={(q) => onView(withFilter(view, { q }), 'replace')}
        onClear={isFiltered(view) ? () => onView(withoutFilters(view)) : undefined}
      />
      <ToolButton
        icon={SlidersHorizontal}
        aria-expanded={areFiltersShown}
        aria-label={t('leads_filters')}
        title={t('leads_filters')}
        onClick={() => setFiltersShown(!areFiltersShown)}
      />
      <div
        className={
          areFiltersShown
            ? 'flex basis-full flex-wrap items-end gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:*:last:col-span-2 lg:order-1'
            : 'hidden'
        }
      >
        <Choice
          label={t('leads_filter_status')}
          value={view.status}
          choices={processingStatuses}
          onChoose={(status) => applyFilter({ status })}
          none={t('leads_filter_any')}
        >
          {(status) => t(`leads_status_${status}`)}
        </Choice>
        <Choice
          label={t('leads_filter_mark')}
          value={view.mark}
          choices={leadMarks}
          onChoose={(mark) => applyFilter({ mark })}
          none={t('leads_filter_any')}
        >
          {(mark) => t(`leads_mark_${mark}`)}
        </Choice>
        <DayField
          label={t('leads_filter_from')}
          value={view.from}
          max={view.to}
          onChoose={(from) => applyFilter({ from })}
        />
        <DayField
          label={t('leads_filter_to')}
          value={view.to}
          min={view.from}
          onChoose={(to) => applyFilter({ to })}
        />
        <Choice
          label={t('leads_sort')}
          value={view.sort}
          choices={leadSorts}
          onChoose={(sort) => applyFilter({ sort: sort ?? 'newest' })}
        >
          {(sort) => t(`leads_sort_${sort}`)}
        </Choice>
      </div>
    </search>
  );
}

interface ChoiceProps<Value extends string> extends ComponentProps<typeof Select<Value>> {
  label: string;
}

function Choice<Value extends string>({ label, ...select }: ChoiceProps<Value>) {
  return (
    <label className="grid min-w-0 text-xs text-ink-soft">
      {label}
      <Select {...select} className={`${fieldLook} w-full`} />
    </label>
  );
}
