import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { LeadView } from '../data/lead-data';
import { useChange } from './use-change';

const maxLength = 4000;

/** The admin's note on a lead; kept when the field is left. What could not be kept stays in it. */
export function LeadNote({ lead }: { lead: LeadView }) {
  const t = useTranslations();
  const { busy, keep } = useChange(lead._id);
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === lead.note) setDraft(null);

  function leave() {
    if (draft !== null) void keep({ note: draft });
  }

  return (
    <label className="flex items-baseline gap-3 text-sm">
      <span className="text-ink-soft">{t('leads_note')}</span>
      <textarea
        value={draft ?? lead.note}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={leave}
        rows={1}
        maxLength={maxLength}
        placeholder={t('leads_note_hint')}
        aria-busy={busy}
        className="field-sizing-content min-h-9 flex-1 resize-none rounded-lg border border-line bg-paper-raised px-3 py-1.5 placeholder:text-ink-soft hover:border-line-strong"
      />
    </label>
  );
}
