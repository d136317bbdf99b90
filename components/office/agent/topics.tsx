import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ToolButton } from '@/components/ui/tool-button';
import { type AgentPage, type DraftTopic, draftChars } from '@/lib/contracts/agent-plan';
import { summaryFields } from '@/lib/contracts/choices';
import { TextField, WordsFields, field } from './fields';

const maxTopics = 20;
const blank = {
  findOut: '',
  field: 'ehtiyojlar',
  required: false,
  ask: {},
  askAgain: {},
  thanks: {},
} as const;

interface TopicsProps {
  topics: DraftTopic[];
  asks: AgentPage['asks'];
  engine: AgentPage['engine'];
  onChange: (topics: DraftTopic[]) => void;
}

/** The topics of the interview, in the order in which the script asks. */
export function Topics({ topics, asks, engine, onChange }: TopicsProps) {
  const t = useTranslations();
  const move = (from: number, to: number) => {
    const [moved] = topics.slice(from, from + 1);
    if (moved) onChange(topics.toSpliced(from, 1).toSpliced(to, 0, moved));
  };

  function add() {
    const taken = new Set(topics.map(({ id }) => id));
    let number = topics.length + 1;
    while (taken.has(`topic_${number}`)) number++;
    onChange([...topics, { ...blank, id: `topic_${number}` }]);
  }

  return (
    <>
      <ol className="grid gap-4">
        {topics.map((topic, i) => {
          const set = (change: Partial<DraftTopic>) => onChange(topics.with(i, { ...topic, ...change }));
          const name = topic.findOut.trim() || topic.id;
          return (
            <li key={i}>
              <fieldset className="grid gap-3 rounded-xl border border-line bg-paper-raised p-3">
                <legend className="px-1 text-sm font-semibold">{t('plan_topic', { number: i + 1 })}</legend>
                <TextField
                  label={t('plan_topic_find_out')}
                  value={topic.findOut}
                  onChange={(findOut) => set({ findOut })}
                  max={draftChars.findOut}
                  path={`topics.${i}.findOut`}
                />
                <div className="grid gap-3 sm:grid-cols-2 sm:items-end lg:grid-cols-3">
                  <TextField
                    label={t('plan_topic_id')}
                    value={topic.id}
                    onChange={(id) => set({ id })}
                    max={draftChars.topicId}
                    path={`topics.${i}.id`}
                  />
                  <label className="grid gap-1 text-sm font-medium">
                    {t('plan_topic_field')}
                    <select
                      value={topic.field}
                      onChange={({ currentTarget }) =>
                        set({
                          field: summaryFields.find((known) => known === currentTarget.value) ?? topic.field,
                        })
                      }
                      className={field}
                    >
                      {summaryFields.map((known) => (
                        <option key={known} value={known}>
                          {t(`leads_field_${known}`)}
                        </option>
                      ))}
                    </select>
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
                <details open={engine === 'script' && asks[topic.id] === undefined}>
                  <summary className="w-fit rounded py-1 text-sm font-semibold text-ink-soft max-md:py-3">
                    {t('plan_topic_words')}
                  </summary>
                  <p className="my-2 text-xs text-pretty text-ink-soft">{t('plan_topic_words_hint')}</p>
                  <div className="grid gap-4 lg:grid-cols-3">
                    <WordsFields
                      label={t('plan_topic_ask')}
                      words={topic.ask}
                      onChange={(ask) => set({ ask })}
                      max={draftChars.words}
                      path={`topics.${i}.ask`}
                      placeholders={asks[topic.id]}
                    />
                    <WordsFields
                      label={t('plan_topic_ask_again')}
                      words={topic.askAgain}
                      onChange={(askAgain) => set({ askAgain })}
                      max={draftChars.words}
                      path={`topics.${i}.askAgain`}
                    />
                    <WordsFields
                      label={t('plan_topic_thanks')}
                      words={topic.thanks}
                      onChange={(thanks) => set({ thanks })}
                      max={draftChars.words}
                      path={`topics.${i}.thanks`}
                    />
                  </div>
                </details>
                <div className="flex flex-wrap gap-2">
                  <ToolButton
                    icon={ArrowUp}
                    aria-label={t('plan_topic_up', { name })}
                    aria-disabled={i === 0 || undefined}
                    onClick={() => i > 0 && move(i, i - 1)}
                  />
                  <ToolButton
                    icon={ArrowDown}
                    aria-label={t('plan_topic_down', { name })}
                    aria-disabled={i === topics.length - 1 || undefined}
                    onClick={() => i < topics.length - 1 && move(i, i + 1)}
                  />
                  <ToolButton
                    icon={Trash2}
                    tone="danger"
                    aria-label={t('plan_topic_remove', { name })}
                    onClick={() => onChange(topics.toSpliced(i, 1))}
                    className="ml-auto"
                  />
                </div>
              </fieldset>
            </li>
          );
        })}
      </ol>
      {topics.length < maxTopics && (
        <ToolButton icon={Plus} onClick={add} className="w-fit">
          {t('plan_topic_add')}
        </ToolButton>
      )}
    </>
  );
}
