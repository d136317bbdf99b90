import { Plus, X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from '@/components/ui/toast';
import { fieldLook } from '@/components/ui/field-look';
import { ToolButton } from '@/components/ui/tool-button';
import { builtInViewNames, builtInViews } from '@/lib/contracts/choices';
import { maxViews } from '@/lib/contracts/limits';
import { callApi } from '@/lib/api-client';
import { useFailureWords } from '../failure-words';
import { useRefetchLeads, useViews } from '../queries';
import { useBusy } from '../use-busy';
import { type View, filterQueryOf, isFiltered, readView, withFilter, withoutFilters } from '../view';

interface ViewsBarProps {
  view: View;
  onView: (view: View) => void;
}

/** The built-in views and the office's own. */
export function ViewsBar({ view, onView }: ViewsBarProps) {
  const t = useTranslations();
  const words = useFailureWords();
  const views = useViews();
  const refetchLeads = useRefetchLeads();
  const ownViews = views?.own ?? [];
  const bar = useRef<HTMLElement>(null);
  const { busy, run } = useBusy((failure) =>
    toast.error(
      t('leads_change_failed', {
        message:
          failure.code === 'invalid_field' && ownViews.length >= maxViews
            ? t('leads_views_full', { max: maxViews })
            : words(failure),
      }),
    ),
  );
  const currentQuery = view.lead === undefined ? filterQueryOf(view) : null;
  const isKnown =
    builtInViewNames.some((name) => filterQueryOf(builtInViews[name]) === currentQuery) ||
    ownViews.some(({ query }) => query === currentQuery);

  /** Moves the focus, because the pressed button disappears. */
  const change = (send: () => Promise<unknown>) =>
    run(async () => {
      await send();
      bar.current?.focus();
      await refetchLeads();
    });

  return (
    <nav
      ref={bar}
      tabIndex={-1}
      aria-label={t('leads_views')}
      className="flex min-h-9.5 min-w-0 items-center gap-1.5 overflow-x-auto py-px md:order-2 md:basis-full"
    >
      {builtInViewNames.map((name) => (
        <ViewButton
          key={name}
          current={filterQueryOf(builtInViews[name]) === currentQuery}
          count={views?.counts[name]}
          onPress={() => onView(withFilter(withoutFilters(view), builtInViews[name]))}
        >
          {t(`leads_view_${name}`)}
        </ViewButton>
      ))}
      {ownViews.map(({ id, name, query, count }) => (
        <span key={id} className="flex items-center">
          <ViewButton
            current={query === currentQuery}
            count={count}
            onPress={() => onView({ ...readView(new URLSearchParams(query)), auto: view.auto })}
          >
            {name}
          </ViewButton>
          <button
            type="button"
            aria-label={t('leads_view_delete', { name })}
            onClick={() => void change(() => callApi('DELETE /api/admin/views', { body: { id } }))}
            className="grid size-8 place-items-center rounded-full text-ink-soft hover:bg-paper-sunk touch:size-11"
          >
            <X className="size-3.5" aria-hidden />
          </button>
        </span>
      ))}
      {isFiltered(view) && currentQuery !== null && !isKnown && (
        <SaveView
          busy={busy}
          onSave={(name) =>
            change(() => callApi('POST /api/admin/views', { body: { name, query: currentQuery } }))
          }
        />
      )}
    </nav>
  );
}

interface ViewButtonProps {
  current: boolean;
  count: number | undefined;
  onPress: () => void;
  children: string;
}

function ViewButton({ current, count, onPress, children }: ViewButtonProps) {
  const format = useFormatter();
  return (
    <button
      type="button"
      aria-current={current ? 'page' : undefined}
      onClick={onPress}
      className="flex min-h-8 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 text-sm font-medium whitespace-nowrap hover:border-line-strong aria-[current]:border-cobalt aria-[current]:bg-cobalt aria-[current]:text-on-cobalt touch:min-h-11"
    >
      {children}
      {/* A count that is still loading reserves the space of a digit, so that little moves when it comes. */}
      <span className={`tabular-nums ${count === undefined ? 'invisible' : ''}`}>
        {format.number(count ?? 0)}
      </span>
    </button>
  );
}

function SaveView({ busy, onSave }: { busy: boolean; onSave: (name: string) => Promise<void> }) {
  const t = useTranslations();
  const [isNaming, setNaming] = useState<boolean>();
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (isNaming !== undefined) (isNaming ? field : opener).current?.focus();
  }, [isNaming]);

  function save(event: FormEvent) {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    if (name !== '') void onSave(name);
  }

  if (!isNaming) {
    return (
      <ToolButton ref={opener} icon={Plus} onClick={() => setNaming(true)} className="shrink-0">
        {t('leads_view_save')}
      </ToolButton>
    );
  }
  return (
    <form onSubmit={save} className="flex shrink-0 gap-1.5">
      <input
        ref={field}
        maxLength={60}
        required
        aria-label={t('leads_view_name')}
        placeholder={t('leads_view_name')}
        onKeyDown={(event) => event.key === 'Escape' && setNaming(false)}
        className={fieldLook}
      />
      <ToolButton type="submit" busy={busy}>
        {t('leads_view_keep')}
      </ToolButton>
    </form>
  );
}
