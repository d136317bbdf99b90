import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { PlanDraft } from '@/lib/contracts/agent-plan';
import { type Difference, type PlanLabels, differences } from './plan-text';
import { useDraftTopicName } from './topic-names';

/** Length of the unchanged text shown around a change. */
const contextChars = 90;

/** The names of a plan's sections and values in the reader's language. */
function usePlanLabels(): PlanLabels {
  const t = useTranslations();
  const nameOf = useDraftTopicName();
  return useMemo(
    () => ({
      section: (name) => t(`plan_part_${name}`),
      topic: (topic) => t('plan_topic_named', { name: nameOf(topic) }),
      field: (field) => t(`leads_field_${field}`),
      required: (required) => t(required ? 'plan_topic_is_required' : 'plan_topic_is_optional'),
      voice: (voice) => t(`plan_voice_${voice ?? 'usual'}`),
    }),
    [t, nameOf],
  );
}

/** The differences of two plans. Screen readers announce additions and deletions too. */
export function DiffView({ before, after }: { before: PlanDraft; after: PlanDraft }) {
  const t = useTranslations();
  const labels = usePlanLabels();
  const sections = useMemo(() => differences(before, after, labels), [before, after, labels]);
  if (sections.length === 0) return <p className="text-sm text-ink-soft">{t('plan_diff_none')}</p>;
  return (
    <dl className="grid gap-3 text-sm">
      {sections.map(({ id, title, changes }) => (
        <div key={id} className="grid gap-1">
          <dt className="font-semibold">{title}</dt>
          <dd className="min-w-0 rounded-lg bg-paper-sunk p-3 break-words whitespace-pre-wrap">
            {changes.map((change, i) => (
              <Piece key={i} change={change} isFirst={i === 0} isLast={i === changes.length - 1} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface PieceProps {
  change: Difference['changes'][number];
  isFirst: boolean;
  isLast: boolean;
}

function Piece({ change: { value, added, removed }, isFirst, isLast }: PieceProps) {
  const t = useTranslations();
  if (added)
    return (
      <ins className="bg-completed-paper text-completed-ink underline decoration-2">
        <span className="sr-only">{t('plan_diff_added')} </span>
        {value}
      </ins>
    );
  if (removed)
    return (
      <del className="bg-failed-paper text-failed-ink line-through">
        <span className="sr-only">{t('plan_diff_removed')} </span>
        {value}
      </del>
    );
  if (value.length <= 3 * contextChars) return value;
  return [isFirst ? '' : value.slice(0, contextChars), ' … ', isLast ? '' : value.slice(-contextChars)].join(
    '',
  );
}
