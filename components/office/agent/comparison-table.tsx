import { Equal, type LucideIcon, Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { DraftTopic } from '@/lib/contracts/agent-plan';
import type { ComparisonRow } from '@/lib/contracts/evaluation';
import { type Change, changeOf } from './comparison-change';
import { useDraftTopicName } from './topic-names';

const changes: Record<Change, { icon: LucideIcon; className: string }> = {
  better: { icon: TrendingUp, className: 'text-completed-ink' },
  worse: { icon: TrendingDown, className: 'text-failed-ink' },
  same: { icon: Equal, className: 'text-ink-soft' },
  open: { icon: Minus, className: 'text-ink-soft' },
};

interface ComparisonTableProps {
  rows: readonly ComparisonRow[];
  /** The topics of both plans. */
  topics: readonly DraftTopic[];
}

/** The results of each visitor with the published plan and with the draft. */
export function ComparisonTable({ rows, topics }: ComparisonTableProps) {
  const t = useTranslations();
  const nameOf = useDraftTopicName();
  const topicNames = new Map(topics.map((topic) => [topic.id, nameOf(topic)]));
  const count = (change: Change) => rows.filter((row) => changeOf(row) === change).length;
  return (
    <div className="grid gap-2 text-sm">
      <p className="font-semibold">
        {t('comparison_sum', { better: count('better'), worse: count('worse'), same: count('same') })}
      </p>
      <div
        role="region"
        aria-label={t('comparison_table')}
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg border border-line"
      >
        <table className="w-full min-w-xl border-collapse text-left">
          <thead className="bg-paper-sunk">
            <tr>
              {(['visitor', 'published', 'draft', 'change'] as const).map((column) => (
                <th key={column} scope="col" className="p-2 font-semibold">
                  {t(`comparison_column_${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.manner} ${row.question}`} row={row} topicNames={topicNames} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The names of topics by id. */
type TopicNames = ReadonlyMap<string, string>;

function Row({ row, topicNames }: { row: ComparisonRow; topicNames: TopicNames }) {
  const t = useTranslations();
  const change = changeOf(row);
  const { icon: Icon, className } = changes[change];
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="p-2 font-medium">
        {t(`evaluation_manner_${row.manner}`)}
        {row.question !== undefined && (
          <span className="block font-normal text-ink-soft">{row.question}</span>
        )}
      </th>
      <Results of={row.published} topicNames={topicNames} />
      <Results of={row.draft} topicNames={topicNames} />
      <td className="p-2">
        <span className={`inline-flex items-center gap-1 font-semibold ${className}`}>
          <Icon className="size-4 shrink-0" aria-hidden />
          {t(`comparison_change_${change}`)}
        </span>
      </td>
    </tr>
  );
}

interface ResultsProps {
  of: ComparisonRow['draft'];
  topicNames: TopicNames;
}

function Results({ of: { finished, passed, failed }, topicNames }: ResultsProps) {
  const t = useTranslations();
  return (
    <td className="p-2">
      {finished === 0 ? '–' : t('comparison_passed', { passed, finished })}
      {failed.length > 0 && (
        <ul className="mt-1 text-ink-soft">
          {failed.map(({ name, about = '', times }) => (
            <li key={`${name} ${about}`}>
              {t(`evaluation_check_${name}`, {
                about: (name === 'answer' ? topicNames.get(about) : undefined) ?? about,
              })}
              {times > 1 && ` · ${times}×`}
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}
