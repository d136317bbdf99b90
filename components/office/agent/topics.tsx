import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ToolButton } from '@/components/ui/tool-button';
import type { AgentPage, DraftTopic } from '@/lib/contracts/agent-plan';
import { TopicRow } from './topic-row';

const maxTopics = 20;
const blankTopic = {
  findOut: '',
  field: 'ehtiyojlar',
  required: false,
  ask: {},
  askAgain: {},
  thanks: {},
} as const;

/** The id is one that no topic ever had: calls that asked a removed topic must not count for the new one. */
export function withNewTopic(topics: readonly DraftTopic[], nowMs = Date.now()): DraftTopic[] {
  return [...topics, { ...blankTopic, id: `topic_${nowMs.toString(36)}` }];
}

interface TopicsProps {
  topics: DraftTopic[];
  builtIn: AgentPage['builtIn']['topics'];
  engine: AgentPage['engine'];
  onChange: (topics: DraftTopic[]) => void;
}

/** The topics of the interview in the script's order. */
export function Topics({ topics, builtIn, engine, onChange }: TopicsProps) {
  const t = useTranslations();
  const move = (from: number, to: number) => {
    const [movedTopic] = topics.slice(from, from + 1);
    if (movedTopic) onChange(topics.toSpliced(from, 1).toSpliced(to, 0, movedTopic));
  };

  return (
    <>
      <ol className="rounded-xl border border-line bg-paper-raised">
        {topics.map((topic, i) => (
          <li key={topic.id} className="border-b border-line last:border-b-0">
            <TopicRow
              topic={topic}
              number={i + 1}
              topicCount={topics.length}
              builtIn={builtIn[topic.id]}
              isScripted={engine === 'script'}
              onChange={(changedTopic) => onChange(topics.with(i, changedTopic))}
              onMove={(steps) => move(i, i + steps)}
              onRemove={() => onChange(topics.toSpliced(i, 1))}
            />
          </li>
        ))}
      </ol>
      {topics.length < maxTopics && (
        <ToolButton icon={Plus} onClick={() => onChange(withNewTopic(topics))} className="w-fit">
          {t('plan_topic_add')}
        </ToolButton>
      )}
    </>
  );
}
