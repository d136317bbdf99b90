import { interviewTopics, type InterviewTopic } from '../../lib/contracts/call-events.ts';
import type { MessageKey } from '../../lib/i18n/strings.ts';

/** What the agent can say, sentence by sentence: keys of messages/. */
export type Sentence = Extract<MessageKey, `agent_${string}`>;

/** Sentences said in one breath. */
export interface Line {
  sentences: readonly Sentence[];
  /** The question of the interview that the line puts. */
  topic?: InterviewTopic;
  /** The first sentence that puts the question; what comes before it only leads there. */
  questionAt: number;
  /** A visitor may talk over the sentences from here … */
  yieldsFrom: number;
  /** … up to here; the rest is always said to the end. */
  yieldsTo: number;
  /** After this line the call ends. */
  last?: boolean;
  /** The lead thanks for an answer: whoever talks over it has more to add to that answer. */
  thanksFor?: InterviewTopic;
}

const ask = {
  name: 'agent_ask_name',
  profession: 'agent_ask_profession',
  goal: 'agent_ask_goal',
  needs: 'agent_ask_needs',
} as const satisfies Record<InterviewTopic, Sentence>;

const askAgain = {
  name: 'agent_ask_again_name',
  profession: 'agent_ask_again_profession',
  goal: 'agent_ask_again_goal',
  needs: 'agent_ask_again_needs',
} as const satisfies Record<InterviewTopic, Sentence>;

const thanks = {
  name: 'agent_thanks_name',
  profession: 'agent_thanks_profession',
  goal: 'agent_thanks_goal',
  needs: 'agent_thanks_needs',
} as const satisfies Record<InterviewTopic, Sentence>;

/** Every sentence of the interview, those that are needed first at the head. */
export const sentences: readonly Sentence[] = [
  'agent_greeting',
  ...interviewTopics.map((topic) => ask[topic]),
  ...interviewTopics.map((topic) => thanks[topic]),
  'agent_goodbye',
  ...interviewTopics.map((topic) => askAgain[topic]),
  'agent_move_on',
  'agent_welcome_back',
  'agent_goodbye_silent',
  'agent_goodbye_time',
];

function question(topic: InterviewTopic, lead: readonly Sentence[], put: Sentence): Line {
  const said = [...lead, put];
  return { sentences: said, topic, questionAt: lead.length, yieldsFrom: 0, yieldsTo: said.length };
}

/** The notice that an AI speaks and that the call is recorded is said to the end, whoever talks over it. */
export function opening(topic: InterviewTopic): Line {
  return { ...question(topic, ['agent_greeting'], ask[topic]), yieldsFrom: 1 };
}

/** A question without a lead; `answered`: what the visitor may still be answering as it begins. */
export function plainQuestion(topic: InterviewTopic, answered?: InterviewTopic): Line {
  return { ...question(topic, [], ask[topic]), thanksFor: answered };
}

export function repeatedQuestion(topic: InterviewTopic): Line {
  return question(topic, [], askAgain[topic]);
}

export function questionAfterAnswer(answered: InterviewTopic, next: InterviewTopic): Line {
  return { ...question(next, [thanks[answered]], ask[next]), thanksFor: answered };
}

export function questionAfterSilence(next: InterviewTopic): Line {
  return question(next, ['agent_move_on'], ask[next]);
}

export function questionAfterReturn(topic: InterviewTopic): Line {
  return question(topic, ['agent_welcome_back'], ask[topic]);
}

/** The end of the interview: thanks for the last answer, if there was one, can be talked over, the goodbye cannot. */
export function closing(answered?: InterviewTopic): Line {
  const lead = answered === undefined ? [] : [thanks[answered]];
  return {
    sentences: [...lead, 'agent_goodbye'],
    questionAt: lead.length,
    yieldsFrom: 0,
    yieldsTo: lead.length,
    last: true,
    thanksFor: answered,
  };
}

export function earlyClosing(why: 'silent' | 'time'): Line {
  return { sentences: [`agent_goodbye_${why}`], questionAt: 0, yieldsFrom: 0, yieldsTo: 0, last: true };
}
