import type { Topic } from '../../../lib/contracts/interview.ts';
import { type Language, languages } from '../../../lib/i18n/language.ts';
import { hasQuestionMark, isQuestion } from '../../interview/is-question.ts';
import type { Notes } from '../../interview/notes.ts';
import { type Sentence, textOf } from '../../interview/script.ts';
import type { EndReason } from '../../../lib/server/plan/tools.ts';
import { unheard } from './stt-node.ts';

/** Letters of a question that must have been heard; with fewer the visitor still answers what came before it. */
const heardLetters = 12;
const maxAnswer = 1_000;
const linesKept = 8;

export interface ScriptLinesOptions {
  notes: Notes;
  /** The conversation's, at the moment; at first the one in which the visitor began. */
  language: () => Language;
  onEnd: (reason: EndReason) => void;
  /** Whether the model may be asked; the script speaks where it may not. */
  withinBudget?: () => boolean;
}

/** A moment at which the agent speaks though the visitor said nothing. */
export type Cue = 'silent' | 'back';

interface Answer {
  topic: string;
  value: string;
}

/** A line of the script that stands in for the model, and what follows from it once it is heard. */
interface ScriptLine {
  whole: string;
  /** Thanks for an answer, before the question. */
  lead?: string;
  /** Comes before the question: that one can also type, or who will answer the visitor's own question. */
  note?: string;
  /** Spoken verbatim, whatever is known. */
  fixed?: boolean;
  answered?: Answer;
  /** A confirmation of an unclear answer, phrased as a statement. */
  doubted?: string;
  /** The visitor's words could not be recognised. */
  isUnheard?: boolean;
  /** Its answer could not be recognised: it is not asked about again. */
  passed?: string;
  asks?: string;
  ends?: boolean;
}

/** Before it is put together of its lead and its text. */
type Draft = Omit<ScriptLine, 'whole'> & { text: string };

/** The script where it stands in for the model: which line is due after what was said, and what is known by those that were heard. */
export class ScriptLines {
  readonly #options: ScriptLinesOptions;
  readonly #fillers: readonly string[];
  /** The topic that was asked about last; not every question of the model's is known. */
  #asked: string | undefined;
  /** An answer to that topic over whose thanks the visitor goes on: what follows belongs to it. */
  #begun: Answer | undefined;
  /** The topic whose answer was taken for a question just before. */
  #doubted: string | undefined;
  readonly #passed = new Set<string>();
  /** The last answer could not be recognised. */
  #wasUnheard = false;
  #hinted = false;
  /** How much was known when the model last answered the visitor and saved nothing. */
  #unsavedAt: number | undefined;
  #changesBefore = 0;
  /** Replies in a row for which the model had no words and the script no question. */
  #lost = 0;
  /** Made and perhaps never said: a reply may be speculative. */
  readonly #lines: ScriptLine[] = [];

  constructor(options: ScriptLinesOptions) {
    this.#options = options;
    this.#fillers = languages.map((each) => textOf('agent_moment', options.notes.plan, each));
  }

  /** The topic that is being asked about, as far as it is known. */
  get topic(): string | undefined {
    return this.#asked ?? this.#open[0]?.id;
  }

  /** These sentences, whatever was said. */
  fixed(sentences: readonly Sentence[]): string[] {
    const words = sentences.map((sentence) => this.words(sentence));
    const asks = sentences.map((sentence) => topicOf(sentence)).find((topic) => topic !== undefined);
    this.#keep({ whole: words.join(' '), fixed: true, asks });
    return inPieces(words);
  }

  /** The next sentences of the script after these words. They change nothing yet: a speculative reply may never be said. */
  after(said: string | undefined, begun = ''): string[] {
    const { text, ...line } = this.#lineAfter(said);
    const { lead = '', note = '' } = line;
    // The beginning of the model's reply, where there is one, stands for the thanks.
    const sentences = [begun === '' ? lead : '', note, text].filter(Boolean);
    this.#keep({ ...line, lead: begun === '' ? lead : begun, whole: [begun, ...sentences].join(' ') });
    return inPieces(sentences);
  }

  #keep(line: ScriptLine): void {
    this.#lines.push(line);
    if (this.#lines.length > linesKept) this.#lines.shift();
  }

  /** The line after a silence, or for a visitor who is back: the question that is open, else the model's last one. */
  prompted(cue: Cue, question: string | undefined): string[] {
    const topic = this.#open.find(({ id }) => id === this.#asked)?.id;
    const again =
      topic === undefined ? '' : this.words(`agent_ask_${cue === 'silent' ? 'again_' : ''}${topic}`);
    const asked =
      again || question || this.words(cue === 'silent' ? 'agent_can_you_hear' : 'agent_anything_else');
    const words = cue === 'back' ? [this.words('agent_welcome_back'), asked] : [asked];
    this.#keep({ whole: words.join(' '), fixed: true });
    return inPieces(words);
  }

  #lineAfter(said: string | undefined): Draft {
    const open = this.#open;
    // Without knowing what was asked nothing is noted: the answer to another question would be a wrong one.
    const current = this.#asked;
    const isUnheard = said === unheard;
    if (isUnheard && !this.#wasUnheard) return { text: this.words('agent_repeat'), asks: current, isUnheard };
    const isBack = said !== undefined && isQuestion(said);
    // Asked twice without a question mark, it is their answer: "how to get more patients".
    const isDoubtful = isBack && !hasQuestionMark(said);
    const isAnswer =
      current !== undefined && said !== undefined && (!isBack || (isDoubtful && this.#doubted === current));
    const next = this.#mayBeAnswered
      ? undefined
      : open.find(({ id }) => (!isAnswer || id !== current) && this.words(`agent_ask_${id}`) !== '');
    const line: Draft = { text: '', asks: next?.id, isUnheard };
    if (isDoubtful && !isAnswer) line.doubted = current;
    if (isUnheard && !this.#hinted) line.note = this.words('agent_type');
    if (isAnswer) {
      line.lead = this.words(`agent_thanks_${current}`);
      if (isUnheard) line.passed = current;
      else line.answered = { topic: current, value: this.#continued(current, said).slice(0, maxAnswer) };
    } else if (isBack) line.note = this.words('agent_person');
    const isLast = isAnswer && open.every(({ id }) => id === current);
    line.ends = next === undefined && (isLast || !this.withinBudget || this.#lost > 0);
    if (next !== undefined) line.text = this.words(`agent_ask_${next.id}`);
    else if (line.ends) line.text = this.words('agent_goodbye');
    else {
      line.text = this.words('agent_anything_else');
      if (!isBack) line.lead ??= this.words('agent_thanks');
    }
    return line;
  }

  /** The visitor may have told the model what is still open: it has answered them and saved nothing since. */
  get #mayBeAnswered(): boolean {
    return this.#unsavedAt === this.#options.notes.changes;
  }

  /** The topics that were passed over: their answers could not be recognised. */
  get passed(): ReadonlySet<string> {
    return this.#passed;
  }

  #continued(topic: string, said: string): string {
    return this.#begun?.topic === topic ? `${this.#begun.value} ${said}` : said;
  }

  get #open(): Topic[] {
    return this.#options.notes.open.filter(({ id }) => !this.#passed.has(id));
  }

  get withinBudget(): boolean {
    return this.#options.withinBudget?.() !== false;
  }

  /**
   * Takes the part of a reply that was played; a line of the script takes effect by it. Returns whose reply it was.
   * @param said the visitor's words before it
   * @param modelAsks the topic that the model named as its question; taken back here
   */
  played(
    reply: string,
    interrupted: boolean,
    said: string | undefined,
    modelAsks: { topic?: string },
  ): 'model' | 'script' {
    const text = letters(this.withoutFiller(reply));
    if (text === '') return 'script';
    // A line that was made and thrown away must not be taken for a short reply of the model's.
    const at = this.#lines.findLastIndex(({ whole }) => {
      const line = letters(whole);
      return line.startsWith(text) && (interrupted || 2 * text.length > line.length);
    });
    const [line] = at === -1 ? [] : this.#lines.splice(0, at + 1).slice(-1);
    const { topic: named } = modelAsks;
    modelAsks.topic = undefined;
    if (line?.fixed === true) {
      this.#asked = line.asks ?? this.#asked;
      return 'script';
    }
    if (line === undefined) {
      this.#playedByModel(said, named);
      return 'model';
    }
    this.#begun = undefined;
    this.#doubted = line.doubted;
    const { notes, onEnd } = this.#options;
    const { whole, lead = '', note = '', answered, passed, asks, ends } = line;
    if (answered !== undefined) notes.answer(answered.topic, answered.value);
    this.#changesBefore = notes.changes;
    const most = letters(whole).length;
    if (text.length < (ends === true ? most : Math.min(letters(lead + note).length + heardLetters, most))) {
      this.#asked = answered?.topic ?? asks;
      this.#begun = answered;
      return 'script';
    }
    if (passed !== undefined) this.#passed.add(passed);
    this.#wasUnheard = line.isUnheard === true;
    this.#hinted ||= this.#wasUnheard && note !== '';
    this.#asked = asks;
    this.#lost = asks === undefined && !this.#wasUnheard ? this.#lost + 1 : 0;
    if (ends === true) onEnd('finished');
    return 'script';
  }

  #playedByModel(said: string | undefined, named: string | undefined): void {
    const { notes } = this.#options;
    this.#lost = 0;
    // To confirm what is known is no question of its topic.
    const asked = this.#open.find(({ id }) => id === named)?.id;
    // A reply to a silence goes on with the question before it.
    if (said === undefined) {
      this.#asked = asked ?? this.#asked;
      return;
    }
    this.#asked = asked;
    this.#begun = undefined;
    this.#doubted = undefined;
    this.#wasUnheard = false;
    const isSaved = notes.changes !== this.#changesBefore;
    this.#changesBefore = notes.changes;
    if (!isSaved && !isQuestion(said)) this.#unsavedAt = notes.changes;
  }

  words(sentence: Sentence): string {
    const { notes, language } = this.#options;
    return textOf(sentence, notes.plan, language());
  }

  withoutFiller(text: string): string {
    const filler = this.#fillers.find((each) => each !== '' && text.startsWith(each));
    return filler === undefined ? text : text.slice(filler.length).trimStart();
  }
}

/** The topic of a question of the script. */
function topicOf(sentence: Sentence): string | undefined {
  return /^agent_ask_(?:again_)?(\w+)$/.exec(sentence)?.[1];
}

/** Letters and digits: voice and captions may change the rest. */
function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** One chunk a sentence: the voice looks each up among those made ahead of time. */
function inPieces(sentences: readonly string[]): string[] {
  return sentences.map((sentence) => `${sentence} `);
}
