import type { Topic } from '../../lib/contracts/interview.ts';
import { isFarewell } from '../language/farewell.ts';
import { type Doubt, doubtOf, hasQuestionMark, isGreetingOrRepeatRequest } from '../language/is-question.ts';
import type { Memory } from './memory.ts';
import {
  type Sentence,
  askAgainSentence,
  askSentence,
  textOf,
  thanksSentence,
} from '../../lib/server/plan/script.ts';
import type { Cue, Meaning, ReplyCue, Utterance, Wording } from './wording.ts';

interface ScriptLine {
  /** Sentences of the script, or a question of the model that is repeated word for word. */
  lead: (Sentence | { words: string })[];
  rest: (Sentence | { words: string })[];
  meaning?: Omit<Meaning, 'by'>;
  /** Runs once the question was heard. */
  onHeard?: () => unknown;
}

/** The wording without a language model: fixed sentences, and the plan's questions in their order. */
export class ScriptWording implements Wording {
  readonly #memory: Memory;
  /** The id of the topic whose last answer did not count. */
  #doubtedTopic: string | undefined;
  /** True once the visitor has heard something after the notice. */
  #hasGreeted = false;
  #wasUnrecognized = false;
  #hasMentionedTyping = false;
  /** The visitor was asked whether they have anything to add. */
  #hasAskedForMore = false;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get topic(): string | undefined {
    return this.#memory.question?.topic;
  }

  say(cue: Cue): Utterance {
    if (cue.type === 'reply') {
      if (cue.isUnrecognized) this.#memory.addUnrecognized();
      else this.#memory.add('visitor', cue.text ?? '');
    }
    return this.line(cue);
  }

  /** The line for a cue whose words the memory already has. */
  line(cue: Cue): Utterance {
    const memory = this.#memory;
    const { lead, rest, meaning, onHeard } = this.#unlessGoodbyeSaid(cue, this.#lineFor(cue));
    return {
      lead: this.#texts(lead),
      rest: this.#texts(rest),
      meaning: { by: 'script', ...meaning },
      heard: (text, isQuestionHeard) => {
        memory.add('agent', text);
        if (cue.type !== 'notice') this.endGreeting(text);
        if (text === '' || !isQuestionHeard) return;
        onHeard?.();
        if (meaning?.asks !== undefined) memory.question = { topic: meaning.asks };
      },
    };
  }

  text(sentence: Sentence): string {
    return textOf(sentence, this.#memory.plan, this.#memory.language);
  }

  /** The owner's own greeting, for the first utterance after the notice. */
  greeting(): string[] {
    return this.#texts(this.#ownGreeting);
  }

  /** @param heard words after the notice */
  endGreeting(heard: string): void {
    this.#hasGreeted ||= heard !== '';
  }

  /** The model answers again, so the script's state from its failure is reset. */
  resetAfterFailure(): void {
    this.#hasAskedForMore = false;
    this.#wasUnrecognized = false;
    this.#doubtedTopic = undefined;
  }

  get #ownGreeting(): Sentence[] {
    if (this.#hasGreeted || this.#memory.plan.greeting?.[this.#memory.language] === undefined) return [];
    return ['agent_plan_greeting'];
  }

  #texts(sentences: ScriptLine['rest']): string[] {
    return sentences
      .map((sentence) => (typeof sentence === 'string' ? this.text(sentence) : sentence.words))
      .filter(Boolean);
  }

  /** The topics that the script may still ask about and has words for, in order. */
  get #askable(): Topic[] {
    return this.#memory.askable.filter(({ id }) => this.text(askSentence(id)) !== '');
  }

  /** After a goodbye the script asks nothing: it acknowledges what was said and says goodbye again. */
  #unlessGoodbyeSaid(cue: Cue, line: ScriptLine): ScriptLine {
    if (cue.type === 'goodbye' || !this.#memory.hasSaidGoodbye) return line;
    return { ...sayGoodbye('agent_goodbye'), lead: cue.type === 'reply' ? line.lead : [] };
  }

  #lineFor(cue: Cue): ScriptLine {
    const { question: lastQuestion } = this.#memory;
    const [first] = this.#askable;
    const current = this.#askable.find(({ id }) => id === lastQuestion?.topic);
    switch (cue.type) {
      case 'notice':
        return { lead: [], rest: ['agent_greeting'] };
      case 'open':
        return askTopic(this.#ownGreeting, first);
      case 'ask_again':
        if (current !== undefined) return { ...askTopic([], current), rest: [askAgainSentence(current.id)] };
        return this.#isTopicUnknown
          ? this.#repeatModelQuestion([], 'agent_can_you_hear')
          : askTopic([], first);
      case 'move_on':
        return this.#isTopicUnknown
          ? this.#repeatModelQuestion([], 'agent_can_you_hear')
          : this.#moveToNextTopic(current);
      case 'welcome_back': {
        const topic = current ?? (this.#isTopicUnknown ? undefined : first);
        if (topic !== undefined) return askTopic(['agent_welcome_back'], topic);
        return this.#repeatModelQuestion(['agent_welcome_back'], 'agent_anything_else');
      }
      case 'goodbye':
        return sayGoodbye(cue.why === 'finished' ? 'agent_goodbye' : `agent_goodbye_${cue.why}`);
      case 'reply':
        return this.#replyTo(cue);
    }
  }

  /** True if the topic of the model's last question is unknown, so any topic may have been answered. */
  get #isTopicUnknown(): boolean {
    const { question: lastQuestion } = this.#memory;
    return lastQuestion !== undefined && lastQuestion.topic === undefined;
  }

  #repeatModelQuestion(lead: Sentence[], fallback: Sentence): ScriptLine {
    const { unansweredQuestion: words } = this.#memory;
    return { lead, rest: [words === undefined ? fallback : { words }] };
  }

  #moveToNextTopic(currentTopic: Topic | undefined): ScriptLine {
    const nextTopic = this.#askable.find(({ id }) => id !== currentTopic?.id);
    if (nextTopic === undefined) return sayGoodbye('agent_goodbye');
    const onHeard = () => currentTopic !== undefined && this.#memory.givenUp.add(currentTopic.id);
    return { ...askTopic(['agent_move_on'], nextTopic), onHeard };
  }

  #replyTo({ text, isUnrecognized, continues }: ReplyCue): ScriptLine {
    const memory = this.#memory;
    const askedTopic = memory.topic(memory.question?.topic);
    const isTopicUnknown = this.#isTopicUnknown && memory.unprocessedTurns > 0;
    const isProcessed = text !== undefined && memory.unprocessedTurns === 0;
    memory.unprocessedTurns = 0;
    // "Xayrli kun" greets, too.
    if (text !== undefined && isFarewell(text) && !isGreetingOrRepeatRequest(text))
      return sayGoodbye('agent_goodbye');
    if (isUnrecognized && memory.question !== undefined) return this.#replyToUnrecognized(askedTopic);
    this.#wasUnrecognized = false;
    const doubt = text === undefined ? undefined : this.#assessDoubt(text, askedTopic);
    const sameTopic = this.#askable.find(({ id }) => id === askedTopic?.id);
    const nextTopic = isTopicUnknown ? undefined : this.#askable[0];
    if (doubt === 'repeat') return this.#repeat(sameTopic ?? nextTopic);
    if (doubt === 'half' && !isProcessed) return askToRepeat(askedTopic);
    if (doubt === 'question') return this.#askOrFinish(['agent_person'], sameTopic ?? nextTopic);
    if (askedTopic === undefined) return this.#askOrFinish(this.#ownGreeting, nextTopic);
    if (text === undefined) memory.givenUp.add(askedTopic.id);
    // A tool or the extraction has already saved a processed answer. What follows a complete answer is a remark, as after a goodbye.
    else if (!isProcessed && (continues || !memory.answers.has(askedTopic.id))) {
      const earlierAnswer = continues ? memory.answers.get(askedTopic.id) : undefined;
      memory.saveAnswer(askedTopic.id, [earlierAnswer, text].filter(Boolean).join(' '), 'script');
    }
    const lead: Sentence[] = continues ? [] : [thanksSentence(askedTopic.id)];
    // Only a model can ask topics without words, or agree on a call back.
    const isLast = !isProcessed && memory.askable.length === 0;
    return isLast ? askTopic(lead, undefined) : this.#askOrFinish(lead, this.#askable[0]);
  }

  /** Asks a question again, or for the first time after a greeting over the notice. */
  #repeat(topic: Topic | undefined): ScriptLine {
    if (topic === undefined) return this.#repeatModelQuestion([], 'agent_anything_else');
    return askTopic(this.#ownGreeting, topic);
  }

  /** Returns why the words may be no answer. After one doubt about a topic, the next words count unless they end with "?". */
  #assessDoubt(text: string, askedTopic: Topic | undefined): Doubt | undefined {
    const doubt = doubtOf(text, this.#memory.language, askedTopic);
    const isSurelyQuestion = hasQuestionMark(text);
    const isAccepted = !isSurelyQuestion && askedTopic !== undefined && this.#doubtedTopic === askedTopic.id;
    this.#doubtedTopic = isSurelyQuestion || isAccepted || doubt === undefined ? undefined : askedTopic?.id;
    return isAccepted ? undefined : doubt;
  }

  /** Asks once to repeat. After that it moves on, and mentions once that the visitor can type. */
  #replyToUnrecognized(askedTopic: Topic | undefined): ScriptLine {
    if (!this.#wasUnrecognized) {
      this.#wasUnrecognized = true;
      return askToRepeat(askedTopic);
    }
    const hint: Sentence[] = this.#hasMentionedTyping ? [] : ['agent_type'];
    this.#hasMentionedTyping = true;
    if (askedTopic === undefined)
      return this.#askOrFinish(hint, this.#isTopicUnknown ? undefined : this.#askable[0]);
    this.#memory.givenUp.add(askedTopic.id);
    return askTopic([thanksSentence(askedTopic.id), ...hint], this.#askable[0]);
  }

  /** Asks about the topic. Without a topic it asks once whether there is anything to add, and then says goodbye. */
  #askOrFinish(lead: Sentence[], topic: Topic | undefined): ScriptLine {
    if (topic !== undefined) return askTopic(lead, topic);
    if (this.#hasAskedForMore) return { ...sayGoodbye('agent_goodbye'), lead };
    this.#hasAskedForMore = true;
    // A question of the model whose topic is unknown may still be answered.
    const onHeard = () => {
      if (!this.#isTopicUnknown) this.#memory.question = undefined;
    };
    return { lead: lead.length > 0 ? lead : ['agent_thanks'], rest: ['agent_anything_else'], onHeard };
  }
}

function askTopic(lead: Sentence[], topic: Topic | undefined): ScriptLine {
  if (topic === undefined) return { ...sayGoodbye('agent_goodbye'), lead };
  return { lead, rest: [askSentence(topic.id)], meaning: { asks: topic.id, expectsShort: topic.short } };
}

function askToRepeat(topic: Topic | undefined): ScriptLine {
  return { lead: [], rest: ['agent_repeat'], meaning: { asks: topic?.id, expectsShort: topic?.short } };
}

function sayGoodbye(sentence: Sentence): ScriptLine {
  return { lead: [], rest: [sentence], meaning: { isFarewell: true, ends: 'finished' } };
}
