import { Download, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import type { LeadView } from '../data/lead-data';
import { exportFormats } from '../data/leads-api';
import { ToolButton } from '../tool-button';
import { ExportButton } from './export-button';

interface SelectionBarProps {
  selected: LeadView[];
  /** How many could be selected. */
  of: number;
  onSelectAll: (selected: boolean) => void;
  onDelete: (leads: LeadView[]) => void;
}

/** All of a page at once, and what can be done with the selected ones. */
export function SelectionBar({ selected, of, onSelectAll, onDelete }: SelectionBarProps) {
  const t = useTranslations();
  const box = useRef<HTMLInputElement>(null);
  const some = selected.length > 0 && selected.length < of;

  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);

  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 pl-3 text-sm sm:pl-4">
      <label className="flex items-center gap-2">
        <input
          ref={box}
          type="checkbox"
          checked={selected.length > 0 && selected.length === of}
          onChange={(event) => onSelectAll(event.currentTarget.checked)}
          className="size-4"
        />
        {t('leads_select_page')}
      </label>
      <p role="status" className="font-medium">
        {selected.length > 0 && t('leads_selected', { count: selected.length })}
      </p>
      {selected.length > 0 && (
        <div className="flex flex-wrap gap-2">
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
