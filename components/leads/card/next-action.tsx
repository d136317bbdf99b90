import { CalendarClock, Check, X } from 'lucide-react';
import { fromTashkent, hourMs, inTashkent, tomorrowAt } from '@/lib/time';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef } from 'react';
import { fieldLook } from '@/components/ui/field-look';
import { ToolButton } from '@/components/ui/tool-button';
import type { Lead, LeadChange } from '@/lib/contracts/leads';
import { useChangeLead } from '../queries';
import { Block } from './block';
import { useUnsavedText } from './unsaved-text';

const morningHour = 10;

/** The next action on a lead. The default order lists leads with a due action first. */
export function NextAction({ lead }: { lead: Lead }) {
  const t = useTranslations();
  const { mutateAsync, isPending: busy } = useChangeLead(lead._id);
  // Unsaved text outlives a refetch of the lead.
  const when = useUnsavedText(`${lead._id}:next-at`);
  const what = useUnsavedText(`${lead._id}:next-step`);
  /** The value of a datetime-local field. */
  const at = when.unsavedText ?? (lead.nextAt === undefined ? '' : inTashkent(lead.nextAt));
  const step = what.unsavedText ?? lead.nextStep;
  const isPlanned = lead.nextAt !== undefined;
  const stepField = useRef<HTMLInputElement>(null);

  function choose(time: string) {
    when.setUnsavedText(time);
    stepField.current?.focus();
  }

  /** Moves the focus, because the pressed button disappears. */
  function clear() {
    when.setUnsavedText(null);
    what.setUnsavedText(null);
    stepField.current?.focus();
  }

  function saveChange(change: LeadChange) {
    mutateAsync(change).then(
      () => {
        for (const { unsavedText, setUnsavedText, removeSaved } of [when, what]) {
          // Text that was typed during the save stays.
          setUnsavedText((current) => (current === unsavedText ? null : current));
          if (unsavedText !== null) removeSaved(unsavedText);
        }
      },
      () => undefined,
    );
  }

  function save(event: FormEvent) {
    event.preventDefault();
    if (at !== '' && !busy) saveChange({ nextAt: fromTashkent(at), nextStep: step.trim() });
  }

  return (
    <Block title={t('leads_next')}>
      <form onSubmit={save} className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap gap-1.5">
          {isPlanned && (
            <ToolButton
              data-field="action"
              icon={Check}
              busy={busy}
              // What is typed for the action after this one stays.
              onClick={() => void mutateAsync({ nextAt: null, nextStep: '' }).catch(() => undefined)}
            >
              {t('leads_next_done')}
            </ToolButton>
          )}
          <ToolButton
            data-field={isPlanned ? undefined : 'action'}
            onClick={() => choose(inTashkent(new Date(Date.now() + hourMs).toISOString()))}
          >
            {t('leads_next_hour')}
          </ToolButton>
          <ToolButton onClick={() => choose(tomorrowAt(morningHour))}>
            {t('leads_next_tomorrow', { time: `${morningHour}:00` })}
          </ToolButton>
          <input
            type="datetime-local"
            required
            // Without it browsers accept years of six digits.
            max="9999-12-31T23:59"
            value={at}
            onChange={(event) => when.setUnsavedText(event.currentTarget.value)}
            aria-label={t('leads_next_when')}
            className={`${fieldLook} w-full`}
          />
        </div>
        <div className="flex flex-wrap gap-1.5">
          <input
            ref={stepField}
            value={step}
            onChange={(event) => what.setUnsavedText(event.currentTarget.value)}
            maxLength={300}
            placeholder={t('leads_next_hint')}
            aria-label={t('leads_next_what')}
            className={`${fieldLook} w-full`}
          />
          <ToolButton type="submit" icon={CalendarClock} busy={busy}>
            {t('leads_next_save')}
          </ToolButton>
          {(when.unsavedText !== null || what.unsavedText !== null) && (
            <ToolButton icon={X} onClick={clear}>
              {t('leads_cancel')}
            </ToolButton>
          )}
        </div>
      </form>
    </Block>
  );
}
