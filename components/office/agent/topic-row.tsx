import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useContext, useState } from 'react';
import { Select } from '@/components/ui/select';
import { ToolButton } from '@/components/ui/tool-button';
import { type AgentPage, type DraftTopic, draftChars } from '@/lib/contracts/agent-plan';
import { summaryFields } from '@/lib/contracts/choices';
import { PlanProblems, TextField, WordsFields, planFieldLook } from './fields';
import { useBuiltInTopic, useDraftTopicName } from './topic-names';

/** The words of a scripted question, with the messages that name them. */
const scriptedWords = [
  ['ask', 'plan_topic_ask'],
  ['askAgain', 'plan_topic_ask_again'],
  ['thanks', 'plan_topic_thanks'],
] as const;

interface TopicRowProps {
  topic: DraftTopic;
  /** The first topic is 1. */
  number: number;
  topicCount: number;
  /** The built-in sentences of its scripted question. */
  builtIn: AgentPage['builtIn']['topics'][string] | undefined;
  /** True if no language model is set up. */
  isScripted: boolean;
  onChange: (topic: DraftTopic) => void;
  onMove: (steps: 1 | -1) => void;
  onRemove: () => void;
}

/** A topic in one line that opens. It begins open if it has a problem, or if a scripted agent has no built-in sentence for it. */
export function TopicRow(props: TopicRowProps) {
  const { topic, number, topicCount, builtIn, isScripted, onChange, onMove, onRemove } = props;
  const t = useTranslations();
  const problems = useContext(PlanProblems);
  const builtInTopic = useBuiltInTopic()(topic.id);
  const path = `topics.${number - 1}`;
  const hasProblem = [...problems.keys()].some((key) => key.startsWith(`${path}.`));
  const set = (change: Partial<DraftTopic>) => onChange({ ...topic, ...change });
  const name = useDraftTopicName()(topic);
  const [isOpen, setOpen] = useState(hasProblem || (isScripted && builtIn === undefined));
  return (
    <details
      className="group @container"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 items-center gap-2 rounded-xl px-3 py-1 text-sm">
        <ChevronRight className="size-4 shrink-0 text-ink-soft group-open:rotate-90" aria-hidden />
        <span className="text-ink-soft tabular-nums">{number}</span>
        <span className="min-w-0 truncate font-semibold">{name || t('plan_topic', { number })}</span>
        <span className="ml-auto shrink-0 text-xs text-ink-soft max-sm:hidden">
          {t(topic.required ? 'plan_topic_is_required' : 'plan_topic_is_optional')}
        </span>
      </summary>
      <fieldset className="grid gap-3 px-3 pb-3">
        <legend className="sr-only">{t('plan_topic', { number })}</legend>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-end">
          <TextField
            label={t('plan_topic_find_out')}
            value={topic.findOut}
            onChange={(findOut) => set({ findOut })}
            max={draftChars.findOut}
            rows={1}
            path={`${path}.findOut`}
            builtIn={builtInTopic}
          />
          <label className="grid gap-1 text-sm font-medium">
            {t('plan_topic_field')}
            <Select
              value={topic.field}
              choices={summaryFields}
              onChoose={(field) => field && set({ field })}
              className={planFieldLook}
            >
              {(field) => t(`leads_field_${field}`)}
            </Select>
          </label>
          <label className="flex min-h-9 items-center gap-2 text-sm touch:min-h-11">
            <input
              type="checkbox"
              checked={topic.required}
              onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
              className="size-4"
            />
            {t('plan_topic_required')}
          </label>
        </div>
        <p className="text-xs text-pretty text-ink-soft">{t('plan_topic_words_hint')}</p>
        <div className="grid gap-4 @4xl:grid-cols-3">
          {scriptedWords.map(([name, message]) => (
            <WordsFields
              key={name}
              label={t(message)}
              words={topic[name]}
              onChange={(words) => set({ [name]: words })}
              max={draftChars.words}
              path={`${path}.${name}`}
              builtIn={builtIn?.[name]}
            />
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <ToolButton
            icon={ArrowUp}
            aria-label={t('plan_topic_up', { name })}
            aria-disabled={number === 1 || undefined}
            onClick={() => onMove(-1)}
          />
          <ToolButton
            icon={ArrowDown}
            aria-label={t('plan_topic_down', { name })}
            aria-disabled={number === topicCount || undefined}
            onClick={() => onMove(1)}
          />
          <ToolButton
            icon={Trash2}
            tone="danger"
            aria-label={t('plan_topic_remove', { name })}
            onClick={onRemove}
            className="ml-auto"
          />
        </div>
      </fieldset>
    </details>
  );
}
