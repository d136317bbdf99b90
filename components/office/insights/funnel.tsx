import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { BarList } from './bar-list';
import { LeadsLink } from './leads-link';
import { type FiguresProps, useLeadLinks, useTopicName } from './use-links';

/** How many calls there were, how many reached each question, and how many broke off there. */
export function Funnel({ data, query }: FiguresProps) {
  const t = useTranslations();
  const topicName = useTopicName();
  const heading = useId();
  const { toCalls } = useLeadLinks({ data, query });
  const leftAt = new Map(data.left.map(({ topic, calls }) => [topic, calls]));
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-3 rounded-xl border border-line bg-paper-raised p-4"
    >
      <h2 id={heading} className="text-sm font-semibold">
        {t('insights_funnel')}
      </h2>
      <BarList
        maxValue={data.calls}
        rows={[{ topic: null, calls: data.calls }, ...data.funnel].map((row) => {
          const left = leftAt.get(row.topic) ?? 0;
          return {
            label: row.topic === null ? t('insights_calls') : topicName(row),
            value: row.calls,
            aside: left > 0 && (
              <LeadsLink
                href={toCalls({ left: row.topic ?? '-' })}
                className="inline-flex items-center underline underline-offset-4 touch:min-h-11"
              >
                {t('insights_left_here', { calls: left })}
              </LeadsLink>
            ),
          };
        })}
      />
    </section>
  );
}
