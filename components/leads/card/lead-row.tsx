import { ChevronRight, Phone } from 'lucide-react';
import { AnimatePresence, useIsPresent } from 'motion/react';
import * as m from 'motion/react-m';
import { useTranslations } from 'next-intl';
import { type MouseEvent, memo, useId, useState } from 'react';
import { useLanguage } from '@/components/ui/use-language';
import type { Lead } from '@/lib/contracts/leads';
import { shortDayAndTime } from '@/lib/time';
import { ageOf, dayAndTime, shownPhone } from '../format';
import { useLeadsContext } from '../list/leads-context';
import { gistOf } from './lead-gist';
import { LeadMark } from './lead-mark';
import { OpenLead } from './open-lead';
import { LeadCounts, NextChip } from './row-chips';
import { RowFacts, RowWave } from './row-facts';
import { StatusChip } from './status-badge';
import styles from './lead-row.module.css';

interface LeadRowProps {
  lead: Lead;
  /** From 1, counted over all pages of the list. */
  position: number;
  total: number;
  selected: boolean;
  open: boolean;
  /** The lead came while the list was shown, or since this browser last showed it. */
  isNew: boolean;
  /** Minutes since 1970; ages are redrawn once a minute. */
  nowMinutes: number;
}

const collapsed = { height: 0, opacity: 0 };
const expanded = { height: 'auto', opacity: 1 };

/** One lead as a row. An open lead is below its row or, on wide screens, beside the list. */
export const LeadRow = memo(function LeadRow(props: LeadRowProps) {
  const { lead, position, total, selected, open, isNew, nowMinutes } = props;
  const t = useTranslations();
  const language = useLanguage();
  const headingId = useId();
  const { select, toggle } = useLeadsContext();
  // Only a new row has an entrance: the page's policy forbids style attributes in the server's HTML.
  const [entrance] = useState(isNew ? { initial: collapsed, animate: expanded } : { initial: false });
  // A row that is being removed handles no more keys.
  const isLeaving = !useIsPresent();
  const phone = shownPhone(lead.phoneNumber);
  const { name, goal } = gistOf(lead);
  return (
    <m.article
      {...entrance}
      exit={collapsed}
      inert={isLeaving}
      aria-labelledby={headingId}
      aria-posinset={position}
      aria-setsize={total}
      tabIndex={-1}
      data-lead={isLeaving ? undefined : lead._id}
      data-open={open || undefined}
      data-new={isNew || undefined}
      className="scroll-mt-(--desk-top) scroll-mb-20 border-b border-line [contain-intrinsic-size:auto_4.25rem] [content-visibility:auto] focus-visible:outline-offset-[-3px] has-[[data-lead-body]]:[content-visibility:visible] data-new:bg-turquoise-paper data-open:bg-paper-raised motion-safe:data-new:animate-arrived md:max-lg:scroll-mb-36 beside:data-open:shadow-[inset_3px_0_var(--color-turquoise)]"
    >
      <div
        onClick={(event) => isPlainClick(event) && toggle(lead._id)}
        className={`${styles.row} min-h-[2.9375rem] cursor-pointer`}
      >
        <label className={`${styles.check} grid size-11 place-items-center md:w-9`}>
          <input
            type="checkbox"
            checked={selected}
            onChange={(event) => select(lead._id, event.currentTarget.checked)}
            aria-label={t('leads_select', { phone })}
            className="size-4"
          />
        </label>
        <h2 id={headingId} className={`${styles.name} min-w-0 text-sm`}>
          <button
            type="button"
            aria-expanded={open}
            onClick={({ detail, currentTarget }) => {
              // After a press by mouse, Space plays the recording: on the button it would close the lead.
              if (detail > 0) currentTarget.closest('article')?.focus({ preventScroll: true });
              toggle(lead._id);
            }}
            className="flex min-h-11 w-full min-w-0 items-center gap-1.5 rounded text-left beside:min-h-9"
          >
            <ChevronRight
              className={`size-4 shrink-0 text-ink-soft max-[22rem]:hidden beside:hidden ${open ? 'rotate-90' : ''}`}
              aria-hidden
            />
            <span className="shrink-0 font-semibold tabular-nums">{phone}</span>
          </button>
        </h2>
        <p
          className={`${styles.facts} -mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 pb-2 text-sm md:h-7 md:flex-nowrap`}
        >
          {isNew && (
            <span className="shrink-0 rounded-full bg-saffron px-1.5 text-[0.6875rem] font-semibold text-on-saffron">
              {t('leads_new')}
            </span>
          )}
          <NextChip lead={lead} nowMinutes={nowMinutes} />
          <LeadCounts lead={lead} />
          <StatusChip lead={lead} />
          {name !== '' && (
            <b className="max-w-40 min-w-0 shrink-0 truncate font-medium max-[22rem]:max-w-20 beside:max-w-32">
              {name}
            </b>
          )}
          {goal !== '' && (
            <span
              className="min-w-24 flex-1 basis-0 truncate text-ink-soft max-[22rem]:min-w-12 md:min-w-0"
              title={goal}
            >
              {goal}
            </span>
          )}
          <RowFacts lead={lead} hasWords={goal !== ''} />
        </p>
        <div className={`${styles.wave} max-w-24`}>
          <RowWave lead={lead} />
        </div>
        <div className={styles.mark}>
          <LeadMark lead={lead} />
        </div>
        <time
          dateTime={lead.createdAt}
          title={dayAndTime(lead.createdAt, language)}
          // Browsers and Node.js may format a date differently; the server's text stays.
          suppressHydrationWarning
          className={`${styles.time} text-right text-xs text-ink-soft tabular-nums`}
        >
          {ageText(t, lead.createdAt, nowMinutes) ?? shortDayAndTime(lead.createdAt, language)}
        </time>
        <a
          href={`tel:${lead.phoneNumber}`}
          aria-label={t('leads_call_phone', { phone })}
          className={`${styles.call} grid size-11 place-items-center rounded-lg text-turquoise-ink hover:bg-paper-sunk beside:hidden`}
        >
          <Phone className="size-4" aria-hidden />
        </a>
      </div>
      <AnimatePresence initial={false}>
        {open && (
          <OpenLead
            key="open"
            lead={lead}
            name={[phone, name].filter(Boolean).join(' · ')}
            onClose={() => toggle(lead._id)}
          />
        )}
      </AnimatePresence>
    </m.article>
  );
});

/** True for a press on the row itself that selects no text: keyboards use the row's button. */
function isPlainClick({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button, input, label, select') !== null;
  return !isControl && window.getSelection()?.isCollapsed !== false;
}

type Translate = ReturnType<typeof useTranslations>;

function ageText(t: Translate, iso: string, nowMinutes: number): string | null {
  const age = ageOf(iso, nowMinutes);
  if (age === null) return null;
  return age.count === 0 ? t('leads_age_now') : t(`leads_age_${age.unit}`, { count: age.count });
}
