import { Download, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useState } from 'react';
import { ToolButton } from '@/components/ui/tool-button';
import { exportFormats, leadMarks } from '@/lib/contracts/choices';
import type { Lead } from '@/lib/contracts/leads';
import { callApi } from '@/lib/api-client';
import { useRefetchLeads } from '../queries';
import { useBusyToast } from '../use-busy';
import { ExportButton } from './leads-header';

/** The selected leads of the page; a lead that left the page no longer counts. */
export function useSelection(leads: Lead[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());

  const select = useCallback((leadId: string, selected: boolean) => {
    setIds((previousIds) => {
      const newIds = new Set(previousIds);
      if (selected) newIds.add(leadId);
      else newIds.delete(leadId);
      return newIds;
    });
  }, []);

  const selectAll = useCallback(
    (selected: boolean) => setIds(new Set(selected ? leads?.map((lead) => lead._id) : [])),
    [leads],
  );

  const selected = useMemo(() => leads?.filter((lead) => ids.has(lead._id)) ?? [], [leads, ids]);
  return { selected, ids, select, selectAll };
}

interface SelectionBarProps {
  selected: Lead[];
  /** The number of rows on the page. */
  rowCount: number;
  onSelectAll: (selected: boolean) => void;
  onDelete: (leads: Lead[]) => void;
}

/** Selects the whole page, and acts on the selected leads. */
export function SelectionBar({ selected, rowCount, onSelectAll, onDelete }: SelectionBarProps) {
  const t = useTranslations();
  const { busy, run } = useBusyToast('leads_change_failed');
  const refetchLeads = useRefetchLeads();
  const isPartial = selected.length > 0 && selected.length < rowCount;

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pl-2.5 text-sm beside:mr-[calc(var(--beside)+1.25rem)]">
      <label className="flex min-h-7 items-center gap-3 text-xs text-ink-soft max-lg:pl-1 touch:min-h-11">
        <input
          ref={(box) => {
            if (box) box.indeterminate = isPartial;
          }}
          type="checkbox"
          checked={selected.length > 0 && selected.length === rowCount}
          onChange={(event) => onSelectAll(event.currentTarget.checked)}
          className="size-4"
        />
        {t('leads_select_page')}
      </label>
      <p role="status" className="font-medium">
        {selected.length > 0 && t('leads_selected', { count: selected.length })}
      </p>
      {selected.length > 0 && (
        // Over the page: the first selected row must not move the list. The desk has room for it below the last row.
        <div
          data-selection
          className="fixed bottom-3 left-1/2 z-20 flex w-max max-w-[calc(100vw-1.5rem)] -translate-x-1/2 gap-2 overflow-x-auto rounded-xl border border-line-strong bg-paper-raised p-2 shadow-float *:shrink-0 md:flex-wrap"
        >
          {leadMarks.map((mark) => (
            <ToolButton
              key={mark}
              busy={busy}
              onClick={() =>
                void run(() =>
                  callApi('PATCH /api/leads', {
                    body: { ids: selected.map(({ _id }) => _id), change: { mark } },
                  }).then(refetchLeads),
                )
              }
            >
              {t('leads_mark_as', { mark: t(`leads_mark_${mark}`) })}
            </ToolButton>
          ))}
          {exportFormats.map((format) => (
            <ExportButton key={format} icon={Download} format={format} ids={selected.map(({ _id }) => _id)} />
          ))}
          <ToolButton icon={Trash2} tone="danger" onClick={() => onDelete(selected)}>
            {t('leads_delete')}
          </ToolButton>
        </div>
      )}
    </div>
  );
}
