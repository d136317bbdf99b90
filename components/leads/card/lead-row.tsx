import { AlarmClock, ChevronRight, Clock, Phone, PhoneOutgoing } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { memo, useId } from 'react';
import { formatPhone } from '@/lib/phone';
import { ageOf, dayAndTime, figuresOfTime, shortDayAndTime } from '../format';
import type { LeadView } from '../lead-data';
import { useLeadsContext } from '../list/leads-context';
import { readSummary } from './lead-analysis';
import { LeadBody } from './lead-body';
import { LeadMark } from './lead-mark';
import { RowFacts, RowWave } from './row-facts';
import { StatusDot } from './status-badge';

interface LeadRowProps {
  lead: LeadView;
  /** From 1, of all that the list holds on all its pages. */
  place: number;
  total: number;
  selected: boolean;
  open: boolean;
  /** It came while the list was shown. */
  isNew: boolean;
  /** Minutes since 1970: an age is drawn anew once a minute. */
  nowMinutes: number;
}

/** One lead in a line of 48 px; opened, with everything that is known of it. */
export const LeadRow = memo(function LeadRow(props: LeadRowProps) {
  const { lead, place, total, selected, open, isNew, nowMinutes } = props;
  const t = useTranslations();
  const language = useLocale();
  const heading = useId();
  const { select, toggle } = useLeadsContext();
  const phone = formatPhone(lead.phoneNumber) || lead.phoneNumber;
  const { name, wants } = gistOf(lead);
  return (
    <article
      aria-labelledby={heading}
      aria-posinset={place}
      aria-setsize={total}
      tabIndex={-1}
      data-lead={lead._id}
      data-open={open || undefined}
      data-new={isNew || undefined}
      className="scroll-mt-28 border-b border-line [contain-intrinsic-size:auto_3rem] [content-visibility:auto] focus-visible:outline-offset-[-3px] data-new:bg-turquoise-paper data-open:bg-paper-raised data-open:[content-visibility:visible] motion-safe:data-new:animate-arrived"
    >
      <div className="grid min-h-[2.9375rem] grid-cols-[2.75rem_minmax(0,1fr)_auto_2.75rem] items-center gap-x-1 md:grid-cols-[2.25rem_10.25rem_minmax(0,1fr)_3.75rem_8.5rem_3.5rem_2.75rem] md:gap-x-2 xl:grid-cols-[2.25rem_12.5rem_minmax(0,1fr)_6rem_10.5rem_4.5rem_2.75rem] xl:gap-x-3">
        <label className="grid size-11 place-items-center md:w-9 xl:h-9">
          <input
            type="checkbox"
            checked={selected}
            onChange={(event) => select(lead._id, event.currentTarget.checked)}
            aria-label={t('leads_select', { phone })}
            className="size-4"
          />
        </label>
        <h2 id={heading} className="min-w-0 text-sm md:col-start-2">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => toggle(lead._id)}
            className="flex min-h-11 w-full min-w-0 items-center gap-1.5 rounded text-left"
          >
            <ChevronRight
              className={`size-4 shrink-0 text-ink-soft ${open ? 'rotate-90' : ''}`}
              aria-hidden
            />
            <span className="shrink-0 font-semibold tabular-nums">{phone}</span>
          </button>
        </h2>
        <p className="col-span-2 col-start-2 row-start-2 -mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 pb-2 text-sm md:col-span-1 md:col-start-3 md:row-start-1 md:m-0 md:flex-nowrap md:p-0">
          {isNew && (
            <span className="shrink-0 rounded-full bg-saffron px-1.5 text-[0.6875rem] font-semibold text-on-saffron">
              {t('leads_new')}
            </span>
          )}
          <NextChip lead={lead} nowMinutes={nowMinutes} />
          <Counts lead={lead} />
          <StatusDot status={lead.processingStatus} />
          {name !== '' && (
            <b className="max-w-40 min-w-0 truncate font-medium max-md:shrink-0 xl:shrink-0">{name}</b>
          )}
          {wants !== '' && (
            <span className="min-w-24 flex-1 basis-0 truncate text-ink-soft md:min-w-0" title={wants}>
              {wants}
            </span>
          )}
          <RowFacts lead={lead} hasWords={wants !== ''} />
        </p>
        <div className="hidden md:col-start-4 md:row-start-1 md:block">
          <RowWave lead={lead} />
        </div>
        <div className="hidden md:col-start-5 md:row-start-1 md:block">
          <LeadMark lead={lead} />
        </div>
        <time
          dateTime={lead.createdAt}
          title={dayAndTime(lead.createdAt, language)}
          // Browsers and Node.js may write a date differently: the server's way stays.
          suppressHydrationWarning
          className="row-start-1 text-right text-xs text-ink-soft tabular-nums max-md:col-start-3 md:col-start-6"
        >
          {ageText(t, lead.createdAt, nowMinutes) ?? shortDayAndTime(lead.createdAt, language)}
        </time>
        <a
          href={`tel:${lead.phoneNumber}`}
          aria-label={t('leads_call_phone', { phone })}
          className="row-span-2 row-start-1 grid size-11 place-items-center rounded-lg text-turquoise-ink hover:bg-paper-sunk max-md:col-start-4 md:col-start-7 md:row-span-1"
        >
          <Phone className="size-4" aria-hidden />
        </a>
      </div>
      {open && <LeadBody lead={lead} />}
    </article>
  );
});

/** Name and goal of the visitor, on one line. */
export function gistOf(lead: Pick<LeadView, 'summary' | 'turns'>): { name: string; wants: string } {
  const summary = readSummary(lead.summary);
  const lastWords = lead.turns.findLast(({ speaker, text }) => speaker === 'visitor' && text)?.text ?? '';
  if (summary.kind === 'text') return { name: '', wants: summary.text };
  if (summary.kind === 'none') return { name: '', wants: lastWords };
  const of = (field: string) => {
    const value = summary.entries.find((entry) => entry.field === field)?.value ?? '';
    return typeof value === 'string' ? value : value.join(', ');
  };
  const name = of('ism');
  const wants = of('maqsad') || of('ehtiyojlar') || of('asosiy_mavzular');
  return { name, wants: wants || (isSameText(lastWords, name) ? '' : lastWords) };
}

/** The same but for case and punctuation. */
function isSameText(one: string, other: string): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters(one) === letters(other);
}

type Translate = ReturnType<typeof useTranslations>;

function ageText(t: Translate, iso: string, nowMinutes: number): string | null {
  const age = ageOf(iso, nowMinutes);
  if (age === null) return null;
  return age.count === 0 ? t('leads_age_now') : t(`leads_age_${age.unit}`, { count: age.count });
}

/** The next action and when; what is overdue stands out by its icon and words, too. */
function NextChip({ lead, nowMinutes }: { lead: LeadView; nowMinutes: number }) {
  const t = useTranslations();
  const language = useLocale();
  if (lead.nextAt === undefined) return null;
  const overdue = Date.parse(lead.nextAt) <= nowMinutes * 60_000;
  const time = shortDayAndTime(lead.nextAt, language);
  const Icon = overdue ? AlarmClock : Clock;
  return (
    <span
      title={lead.nextStep}
      className={`inline-flex shrink-0 items-center gap-1 rounded-full px-2 py-0.5 text-xs font-semibold tabular-nums ${overdue ? 'bg-failed-paper text-failed-ink' : 'bg-pending-paper text-pending-ink'}`}
    >
      <Icon className="size-3" aria-hidden />
      {overdue ? (
        <>
          <span className="md:max-lg:sr-only" suppressHydrationWarning>
            {t('leads_overdue', { time })}
          </span>
          <span className="hidden md:max-lg:inline" aria-hidden suppressHydrationWarning>
            {figuresOfTime(lead.nextAt)}
          </span>
        </>
      ) : (
        <>
          <span className="md:max-lg:hidden" suppressHydrationWarning>
            {time}
          </span>
          <span className="hidden md:max-lg:inline" suppressHydrationWarning>
            {figuresOfTime(lead.nextAt)}
          </span>
        </>
      )}
    </span>
  );
}

/** How many leads the number has, which lead to all of them, and how many times it was called back. */
function Counts({ lead: { phoneNumber, samePhoneCount = 1, attemptCount = 0 } }: { lead: LeadView }) {
  const t = useTranslations();
  const { linkTo } = useLeadsContext();
  return (
    <>
      {samePhoneCount > 1 && (
        <a
          href={linkTo({ q: phoneNumber })}
          aria-label={t('leads_calls_of_phone', { count: samePhoneCount })}
          title={t('leads_calls_of_phone', { count: samePhoneCount })}
          className="inline-flex min-h-6 min-w-6 shrink-0 items-center justify-center rounded text-xs font-semibold text-cobalt tabular-nums underline touch:min-h-11 touch:min-w-11"
        >
          ×{samePhoneCount}
        </a>
      )}
      {attemptCount > 0 && (
        <span
          title={t('leads_attempts_count', { count: attemptCount })}
          className="inline-flex shrink-0 items-center gap-0.5 text-xs text-ink-soft tabular-nums"
        >
          <PhoneOutgoing className="size-3" aria-hidden />
          <span aria-hidden>{attemptCount}</span>
          <span className="sr-only">{t('leads_attempts_count', { count: attemptCount })}</span>
        </span>
      )}
    </>
  );
}
