import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type FiguresProps, useLeadLinks } from './use-links';
import { compareWeeks } from './weeks';

/** The owner's first questions: calls, useful calls, waiting leads, and the last seven days against the seven before. */
export function Overview({ data, query }: FiguresProps) {
  const t = useTranslations();
  const { hrefOf, filters } = useLeadLinks({ data, query });
  const waiting = data.marks.reduce((sum, { mark, leads }) => sum + (mark === 'to_call' ? leads : 0), 0);
  const weeks = compareWeeks(data, query);
  return (
    <section className="grid gap-1 text-lg text-pretty">
      <p>
        {t.rich('insights_say_calls', {
          calls: data.calls,
          link: (text) => <LeadsLink href={hrefOf(filters.calls())}>{text}</LeadsLink>,
        })}
      </p>
      <p>
        {t.rich('insights_say_useful', {
          calls: data.reachedEnd,
          link: (text) => <LeadsLink href={hrefOf(filters.calls({ end: 'agent_closed' }))}>{text}</LeadsLink>,
        })}
      </p>
      <p>
        {t.rich('insights_say_waiting', {
          leads: waiting,
          link: (text) => <LeadsLink href={hrefOf(filters.leads({ mark: 'to_call' }))}>{text}</LeadsLink>,
        })}
      </p>
      {weeks && (
        <p className="text-sm text-ink-soft tabular-nums">
          {t('insights_say_weeks', {
            calls: weeks.last.calls,
            useful: weeks.last.reachedEnd,
            callsBefore: weeks.before.calls,
            usefulBefore: weeks.before.reachedEnd,
          })}
        </p>
      )}
    </section>
  );
}

/** Links a figure to its leads. */
function LeadsLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="rounded font-bold underline decoration-2 underline-offset-4">
      {children}
    </a>
  );
}
