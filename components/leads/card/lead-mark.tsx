import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { leadMarks } from '@/lib/contracts/choices';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { type Lead, type LeadMarkName, noteMaxChars } from '@/lib/contracts/leads';
import { useChangeLead, useMarkLead } from '../queries';
import { useUnsavedText } from './unsaved-text';

const colours: Record<LeadMarkName, string> = {
  to_call: 'border-saffron-deep text-ink',
  called: 'border-turquoise text-turquoise-ink',
  closed: 'border-line text-ink-soft',
};

export function LeadMark({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const { mutate, isPending } = useMarkLead();

  return (
    <Select
      value={lead.mark}
      choices={leadMarks}
      onChoose={(mark) => mark && mutate({ leadId: lead._id, mark })}
      aria-label={t('leads_mark')}
      aria-busy={isPending}
      className={`h-7 max-w-full rounded-full border-2 bg-paper-raised px-2 text-xs font-semibold touch:h-11 ${colours[lead.mark]}`}
    >
      {(mark) => t(`leads_mark_${mark}`)}
    </Select>
  );
}

const saveDelayMs = 1_000;

/**
 * The operator's note on a lead. Saved at a pause and when the field is left; an unsaved note stays in the field. It gets what
 * somebody else has written meanwhile.
 */
export function LeadNote({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const stored = useUnsavedText(`${lead._id}:note-before`);
  /** The note that the unsaved text began from. */
  const noteBefore = useRef(stored.unsavedText ?? lead.note);
  const { mutateAsync, isPending } = useChangeLead(lead._id, () => noteBefore.current);
  const { unsavedText, setUnsavedText, removeSaved } = useUnsavedText(`${lead._id}:note`);
  // While another text is being saved, `lead.note` is still the old one, so a text equal to it is not saved yet.
  if (unsavedText === lead.note && !isPending) setUnsavedText(null);

  // The unsaved text of an earlier visit is not saved when the row opens: somebody else may have written since.
  const sentNote = useRef(unsavedText);
  function save() {
    if (unsavedText === null) return;
    sentNote.current = unsavedText;
    mutateAsync({ note: unsavedText }).then(
      ({ note }) => {
        setNoteBefore(note);
        removeSaved(unsavedText);
        if (note === unsavedText) return;
        const begun = note.slice(0, -unsavedText.length || undefined);
        setUnsavedText((text) => text && begun + text);
        toast.success(t('leads_note_merged'));
      },
      () => undefined,
    );
  }

  function setNoteBefore(note: string) {
    noteBefore.current = note;
    stored.setUnsavedText(note);
  }

  function edit(text: string) {
    if (unsavedText === null) setNoteBefore(lead.note);
    setUnsavedText(text);
  }

  function saveOnBlur() {
    if (!isPending || unsavedText !== sentNote.current) save();
  }

  /** Saves a note that was not sent yet. A refused one is sent again when the field is left, or after the next letter. */
  const saveUnsent = useEffectEvent(() => {
    if (unsavedText !== sentNote.current) save();
  });
  useEffect(() => {
    if (unsavedText === null || isPending) return;
    const timer = setTimeout(saveUnsent, saveDelayMs);
    return () => clearTimeout(timer);
  }, [unsavedText, isPending]);
  useEffect(() => {
    // Before a reload, and when the tab is closed.
    const saveIfHidden = () => document.hidden && saveUnsent();
    document.addEventListener('visibilitychange', saveIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveIfHidden);
      saveUnsent();
    };
  }, []);

  return (
    <label className="grid gap-1.5 text-sm">
      <span className="text-xs font-semibold text-ink-soft">{t('leads_note')}</span>
      <textarea
        data-field="note"
        value={unsavedText ?? lead.note}
        onChange={(event) => edit(event.currentTarget.value)}
        onBlur={saveOnBlur}
        rows={1}
        maxLength={noteMaxChars}
        placeholder={t('leads_note_hint')}
        aria-busy={isPending}
        className="field-sizing-content min-h-9 flex-1 resize-none rounded-lg border border-line bg-paper-raised px-3 py-1.5 hover:border-line-strong touch:min-h-11"
      />
    </label>
  );
}
