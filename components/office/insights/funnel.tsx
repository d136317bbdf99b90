import { useFormatter, useTranslations } from 'next-intl';
import { useId } from 'react';
import { type FiguresProps, useLinks, useTopicName } from './use-links';

/** How many calls reached each question, and how many ended there. */
export function Funnel({ data, query }: FiguresProps) {
  const t = useTranslations();
  const format = useFormatter();
  const topicName = useTopicName();
  const heading = useId();
  const { to, behind } = useLinks({ data, query });
  const leftAt = new Map(data.left.map(({ topic, calls }) => [topic, calls]));
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-3 rounded-xl border border-line bg-paper-raised p-4"
    >
      <h2 id={heading} className="text-sm font-semibold">
        {t('insights_funnel')}
      </h2>
      <ol className="grid gap-2 text-sm tabular-nums">
        {data.funnel.map((row) => (
          <li
            key={row.topic}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 md:grid-cols-[14rem_minmax(0,1fr)_14rem]"
          >
            <span className="min-w-0 truncate">{topicName(row)}</span>
            <span className="h-3 rounded-full bg-paper-sunk max-md:col-span-2 max-md:row-start-2" aria-hidden>
              <span
                className="block h-full rounded-full bg-turquoise"
                style={{ width: `${(row.calls / data.calls) * 100}%` }}
              />
            </span>
            <span className="text-right">
              {format.number(row.calls)}
              {(leftAt.get(row.topic) ?? 0) > 0 && (
                <a
                  href={to(behind.calls({ left: row.topic }))}
                  className="ml-3 inline-flex items-center text-ink-soft underline underline-offset-4 touch:min-h-11"
                >
                  {t('insights_left_here', { calls: leftAt.get(row.topic) ?? 0 })}
                </a>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
