import type { Topic } from '../../lib/contracts/interview.ts';
import { isFarewell } from '../language/farewell.ts';
import { type Doubt, doubtOf, hasQuestionMark, isRepeatRequest } from '../language/is-question.ts';
import type { Memory } from './memory.ts';
import { type Sentence, ask, askAgain, textOf, thanks } from '../../lib/server/plan/script.ts';
import type { Cue, Meaning, ReplyCue, Utterance, Wording } from './wording.ts';

interface ScriptLine {
  /** Sentences of the script, or words of the model that are repeated. */
  lead: (Sentence | { words: string })[];
  rest: (Sentence | { words: string })[];
  meaning?: Omit<Meaning, 'by'>;
  /** Runs once the question was heard. */
  onHeard?: () => unknown;
}

/** The wording without a language model: fixed sentences, and the plan's questions in their order. */
export class ScriptWording implements Wording {
  readonly #memory: Memory;
  /** The topic whose last answer did not count. */
  #doubted: string | undefined;
  #hasGreeted = false;
  #wasUnrecognised = false;
  #hasHinted = false;
  /** The visitor was asked whether they have anything to add. */
  #hasAskedForMore = false;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get topic(): string | undefined {
    return this.#memory.question?.topic;
  }

  say(cue: Cue): Utterance {
    if (cue.type === 'reply') this.#hear(cue);
    return this.line(cue);
  }

  /** The line for a cue whose words the memory already has. */
  line(cue: Cue): Utterance {
    const memory = this.#memory;
    const { lead, rest, meaning, onHeard } = this.#unlessGoodbyeSaid(cue, this.#lineFor(cue));
    return {
      lead: this.#words(lead),
      rest: this.#words(rest),
      meaning: { by: 'script', ...meaning },
      heard(text, isQuestionHeard) {
        memory.add('agent', text);
        if (text === '' || !isQuestionHeard) return;
        onHeard?.();
        if (meaning?.asks !== undefined) memory.question = { topic: meaning.asks };
      },
    };
  }

  text(sentence: Sentence): string {
    return textOf(sentence, this.#memory.plan, this.#memory.language);
  }

  /** The owner's own greeting, once. */
  greeting(): string[] {
    return this.#words(this.#ownGreeting());
  }

  /** The model answers again, so the script's state from its failure is reset. */
  modelSpoke(): void {
    this.#hasAskedForMore = false;
    this.#wasUnrecognised = false;
    this.#doubted = undefined;
  }

  #hear({ text, isUnrecognised }: ReplyCue): void {
    if (isUnrecognised) this.#memory.addUnrecognised();
    else this.#memory.add('visitor', text ?? '');
  }

  #ownGreeting(): Sentence[] {
    if (this.#hasGreeted) return [];
    this.#hasGreeted = true;
    return this.#memory.plan.greeting?.[this.#memory.language] === undefined ? [] : ['agent_plan_greeting'];
  }

  #words(sentences: ScriptLine['rest']): string[] {
    return sentences
      .map((sentence) => (typeof sentence === 'string' ? this.text(sentence) : sentence.words))
      .filter(Boolean);
  }

  /** The topics that the script has words for, in order. */
  get #askable(): Topic[] {
    return this.#memory.askable.filter(({ id }) => this.text(ask(id)) !== '');
  }

  /** After a goodbye the script asks nothing: it acknowledges what was said and says goodbye again. */
  #unlessGoodbyeSaid(cue: Cue, line: ScriptLine): ScriptLine {
    if (cue.type === 'goodbye' || !this.#memory.hasSaidGoodbye) return line;
    return { ...goodbye('agent_goodbye'), lead: cue.type === 'reply' ? line.lead : [] };
  }

  #lineFor(cue: Cue): ScriptLine {
    const { question: asked } = this.#memory;
    const [first] = this.#askable;
    const current = this.#askable.find(({ id }) => id === asked?.topic);
    switch (cue.type) {
      case 'notice':
        return { lead: [], rest: ['agent_greeting'] };
      case 'open':
        return question(this.#ownGreeting(), first);
      case 'ask_again':
        if (current !== undefined) return { ...question([], current), rest: [askAgain(current.id)] };
        return this.#isBlind ? this.#repeatModel([], 'agent_can_you_hear') : question([], first);
      case 'move_on':
        if (this.#isBlind && current === undefined) return this.#repeatModel([], 'agent_can_you_hear');
        return this.#moveOn(current);
      case 'welcome_back': {
        const topic = current ?? (this.#isBlind ? undefined : first);
        if (topic !== undefined) return question(['agent_welcome_back'], topic);
        return this.#repeatModel(['agent_welcome_back'], 'agent_anything_else');
      }
      case 'goodbye':
        return goodbye(cue.why === 'finished' ? 'agent_goodbye' : `agent_goodbye_${cue.why}`);
      case 'reply':
        return this.#reply(cue);
    }
  }

  /** The model's last question is unknown, so any topic may have been answered. */
  get #isBlind(): boolean {
    const { question: asked } = this.#memory;
    return asked !== undefined && asked.topic === undefined;
  }

  #repeatModel(lead: Sentence[], otherwise: Sentence): ScriptLine {
    const { unansweredQuestion: words } = this.#memory;
    return { lead, rest: [words === undefined ? otherwise : { words }] };
  }

  #moveOn(current: Topic | undefined): ScriptLine {
    const next = this.#askable.find(({ id }) => id !== current?.id);
    if (next === undefined) return goodbye('agent_goodbye');
    const onHeard = () => current !== undefined && this.#memory.pass(current.id);
    return { ...question(['agent_move_on'], next), onHeard };
  }

  #reply({ text, isUnrecognised, continues }: ReplyCue): ScriptLine {
    const memory = this.#memory;
    const asked = memory.topic(memory.question?.topic);
    const isBlind = this.#isBlind && memory.unread > 0;
    const isRead = text !== undefined && memory.unread === 0;
    memory.unread = 0;
    // "Xayrli kun" and «доброго дня» greet, too.
    if (text !== undefined && isFarewell(text) && !isRepeatRequest(text)) return goodbye('agent_goodbye');
    if (isUnrecognised && memory.question !== undefined) return this.#unrecognised(asked);
    this.#wasUnrecognised = false;
    const doubt = text === undefined ? undefined : this.#doubt(text, asked);
    const next = isBlind ? undefined : this.#askable.find(({ id }) => id === asked?.id);
    if (doubt === 'repeat' && next !== undefined) return question([], next);
    if (doubt === 'half' && !isRead) return repeat(asked);
    if (doubt === 'question' || doubt === 'repeat')
      return this.#goOn(['agent_person'], next ?? (isBlind ? undefined : this.#askable[0]));
    if (asked === undefined || isBlind) {
      const greeting = this.#ownGreeting();
      return this.#goOn(greeting, isBlind ? undefined : this.#askable[0]);
    }
    if (text === undefined) memory.pass(asked.id);
    // Do not note an answer again that was extracted from the transcript.
    else if (!isRead) {
      const begun = continues ? memory.answers.get(asked.id) : undefined;
      memory.answer(asked.id, [begun, text].filter(Boolean).join(' '), 'script');
    }
    const lead: Sentence[] = continues ? [] : [thanks(asked.id)];
    // Only a model can ask topics without words, or agree on a call back.
    const isLast = !isRead && memory.askable.length === 0;
    return isLast ? question(lead, undefined) : this.#goOn(lead, this.#askable[0]);
  }

  /** Why words may be no answer. After one doubt, words without a question mark count as one. */
  #doubt(text: string, asked: Topic | undefined): Doubt | undefined {
    const doubt = doubtOf(text, this.#memory.language, asked);
    const isSure = hasQuestionMark(text);
    const isBelieved = !isSure && asked !== undefined && this.#doubted === asked.id;
    this.#doubted = isSure || isBelieved || doubt === undefined ? undefined : asked?.id;
    return isBelieved ? undefined : doubt;
  }

  /** Asks once to repeat. After that it moves on, and says once that one can type. */
  #unrecognised(asked: Topic | undefined): ScriptLine {
    if (!this.#wasUnrecognised) {
      this.#wasUnrecognised = true;
      return repeat(asked);
    }
    const hint: Sentence[] = this.#hasHinted ? [] : ['agent_type'];
    this.#hasHinted = true;
    if (asked === undefined) return this.#goOn(hint, this.#isBlind ? undefined : this.#askable[0]);
    this.#memory.pass(asked.id);
    return question([thanks(asked.id), ...hint], this.#askable[0]);
  }

  /** Asks about the topic. Without one it asks whether there is anything to add, and then ends. */
  #goOn(lead: Sentence[], topic: Topic | undefined): ScriptLine {
    if (topic !== undefined) return question(lead, topic);
    if (this.#hasAskedForMore) return { ...goodbye('agent_goodbye'), lead };
    this.#hasAskedForMore = true;
    // A question of the model whose topic is unknown may still be answered.
    const onHeard = () => {
      if (!this.#isBlind) this.#memory.question = undefined;
    };
    return { lead: lead.length > 0 ? lead : ['agent_thanks'], rest: ['agent_anything_else'], onHeard };
  }
}

function question(lead: Sentence[], topic: Topic | undefined): ScriptLine {
  if (topic === undefined) return { ...goodbye('agent_goodbye'), lead };
  return { lead, rest: [ask(topic.id)], meaning: { asks: topic.id, expectsShort: topic.short } };
}

function repeat(asked: Topic | undefined): ScriptLine {
  return { lead: [], rest: ['agent_repeat'], meaning: { asks: asked?.id, expectsShort: asked?.short } };
}

function goodbye(sentence: Sentence): ScriptLine {
  return { lead: [], rest: [sentence], meaning: { isFarewell: true, ends: 'finished' } };
}
