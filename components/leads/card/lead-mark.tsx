import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { leadMarks } from '@/lib/contracts/choices';
import type { LeadChange, LeadMarkName } from '@/lib/contracts/leads';
import { changeLead } from '../api';
import type { LeadView } from '../lead-data';
import { useLeadsContext } from '../list/leads-context';
import { useBusyToast } from '../use-busy';
import { useKeptDraft } from './kept-draft';

/** Sends a change of a lead; the list shows it once the server has it. */
export function useChange(leadId: string) {
  const { changed } = useLeadsContext();
  const { busy, run } = useBusyToast('leads_change_failed');

  /** Gives whether the server has it. */
  async function keep(change: LeadChange): Promise<boolean> {
    let isKept = false;
    await run(async () => {
      await changeLead(leadId, change);
      changed(leadId, change);
      isKept = true;
    });
    return isKept;
  }

  return { busy, keep };
}

const colours: Record<LeadMarkName, string> = {
  to_call: 'border-saffron-deep text-ink',
  called: 'border-turquoise text-turquoise-ink',
  closed: 'border-line text-ink-soft',
};

/** To call, called, closed: where an admin is with a lead. */
export function LeadMark({ lead }: { lead: LeadView }) {
  const t = useTranslations();
  const { busy, keep } = useChange(lead._id);

  function choose(value: string) {
    const mark = leadMarks.find((known) => known === value);
    if (mark !== undefined && !busy) void keep({ mark });
  }

  return (
    <select
      value={lead.mark}
      onChange={(event) => choose(event.currentTarget.value)}
      aria-label={t('leads_mark')}
      aria-busy={busy}
      className={`h-7 max-w-full rounded-full border-2 bg-paper-raised px-2 text-xs font-semibold touch:h-11 ${colours[lead.mark]}`}
    >
      {leadMarks.map((mark) => (
        <option key={mark} value={mark}>
          {t(`leads_mark_${mark}`)}
        </option>
      ))}
    </select>
  );
}

const maxLength = 4000;
const pauseMs = 1_000;

/** The admin's note on a lead; kept at a pause, and when the field is left or closed. What could not be kept stays in it. */
export function LeadNote({ lead }: { lead: LeadView }) {
  const t = useTranslations();
  const { busy, keep } = useChange(lead._id);
  const { draft, setDraft, saved } = useKeptDraft(`${lead._id}:note`);
  if (draft === lead.note) setDraft(null);

  // A draft of an earlier visit is saved once it is looked at, not as the row opens: somebody may have written since.
  const sent = useRef(draft);
  /** One save at a time: an older note never arrives after a newer one. */
  const saves = useRef(Promise.resolve());
  function save() {
    if (draft === null) return;
    sent.current = draft;
    saves.current = saves.current.then(async () => {
      if (await keep({ note: draft })) saved(draft);
    });
  }

  function leave() {
    if (!busy || draft !== sent.current) save();
  }

  /** Words that failed to be kept wait for the field to be left, or for the next letter. */
  const saveNew = useEffectEvent(() => {
    if (draft !== sent.current) save();
  });
  useEffect(() => {
    if (draft === null || busy) return;
    const timer = setTimeout(saveNew, pauseMs);
    return () => clearTimeout(timer);
  }, [draft, busy]);
  useEffect(() => () => saveNew(), []);

  return (
    <label className="grid gap-1.5 text-sm">
      <span className="text-xs font-semibold text-ink-soft">{t('leads_note')}</span>
      <textarea
        data-field="note"
        value={draft ?? lead.note}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={leave}
        rows={1}
        maxLength={maxLength}
        placeholder={t('leads_note_hint')}
        aria-busy={busy}
        className="field-sizing-content min-h-9 flex-1 resize-none rounded-lg border border-line bg-paper-raised px-3 py-1.5 placeholder:text-ink-soft hover:border-line-strong touch:min-h-11"
      />
    </label>
  );
}
