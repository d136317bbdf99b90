import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LeadsLink } from './leads-link';
import { type FiguresProps, useLeadLinks } from './use-links';
import { compareWeeks } from './weeks';

/** The owner's first questions: calls, useful calls, waiting leads, and the last seven days against the seven before. */
export function Overview({ data, query }: FiguresProps) {
  const t = useTranslations();
  const { toCalls, toLeads } = useLeadLinks({ data, query });
  const waiting = data.marks.reduce((sum, { mark, leads }) => sum + (mark === 'to_call' ? leads : 0), 0);
  const weeks = compareWeeks(data, query);
  return (
    <section className="grid gap-1 text-lg text-pretty">
      <p>
        {t.rich('insights_say_calls', {
          calls: data.calls,
          link: (text) => figureLink(toCalls(), text),
        })}
      </p>
      <p>
        {t.rich('insights_say_useful', {
          calls: data.reachedEnd,
          link: (text) => figureLink(toCalls({ end: 'agent_closed' }), text),
        })}
      </p>
      <p>
        {t.rich('insights_say_waiting', {
          leads: waiting,
          link: (text) => figureLink(toLeads({ mark: 'to_call' }), text),
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

function figureLink(href: string, text: ReactNode) {
  return (
    <LeadsLink href={href} className="rounded font-bold underline decoration-2 underline-offset-4">
      {text}
    </LeadsLink>
  );
}
