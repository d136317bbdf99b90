import { useMessages } from 'next-intl';
import { useCallback } from 'react';
import type { DraftTopic } from '@/lib/contracts/agent-plan';
import { topics as builtInTopics } from '@/lib/contracts/interview';

type NamedTopic = Pick<DraftTopic, 'id' | 'findOut'>;

/** Finds a built-in topic's text for the model, and its name in the office's language. */
export function useBuiltInTopic(): (id: string) => { value: string; shown: string } | undefined {
  const names: Partial<Record<string, string>> = useMessages();
  return useCallback(
    (id) => {
      const topic = builtInTopics.find((known) => known.id === id);
      const shown = names[`insights_topic_${id}`];
      return topic && shown ? { value: topic.findOut, shown } : undefined;
    },
    [names],
  );
}

/** A topic's name for people: the built-in one in the office's language, or the owner's words. */
export function useDraftTopicName(): (topic: NamedTopic) => string {
  const builtInOf = useBuiltInTopic();
  return useCallback(
    ({ id, findOut }) => {
      const builtIn = builtInOf(id);
      return findOut === builtIn?.value ? builtIn.shown : findOut.trim();
    },
    [builtInOf],
  );
}
