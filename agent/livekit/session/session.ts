import { ReadableStream } from 'node:stream/web';
import { type llm, voice } from '@livekit/agents';
import type { EndReason, TurnMetrics } from '../../../lib/contracts/call-events.ts';
import type { Language } from '../../../lib/i18n/language.ts';
import { log } from '../../../lib/server/platform/log.ts';
import { failureOf } from '../../../lib/server/platform/vendor-failure.ts';
import type { Recognizer, Synthesizer } from '../../../lib/server/speech/interfaces.ts';
import { CallBudget, type CallLimits, type SpeechPrices } from '../../interview/budget.ts';
import { type SpokenLine, extractAnswers } from '../../interview/extract-answers.ts';
import { isFarewell } from '../../interview/farewell.ts';
import { languageOf } from '../../interview/language-of.ts';
import { Notes } from '../../interview/notes.ts';
import { type Sentence, scriptOf, textOf } from '../../interview/script.ts';
import { type Waits, arrivalWaitMs, defaultWaits, silencesMax } from '../../interview/timing.ts';
import { publishAgentState } from '../agent-state.ts';
import type { CallContext } from '../call.ts';
import type { Conversation, RoomEvent } from '../conversation.ts';
import { EchoGate } from '../audio/echo-gate.ts';
import { Goodbye } from './goodbye.ts';
import type { Cue } from './script-lines.ts';
import { Interviewer } from './interviewer.ts';
import type { LiveRecognizer } from './live-recognition.ts';
import type { FallbackModel } from './language-model.ts';
import { Microphone } from '../audio/microphone.ts';
import { VoicePublisher, framesOf } from '../audio/publisher.ts';
import { SessionInput } from './session-input.ts';
import { SessionVoice } from './session-voice.ts';
import type { Phrases } from '../phrases.ts';
import { RecordingStt, unheard } from './stt-node.ts';
import { Timers } from '../timers.ts';
import { TurnFilter } from './turn-filter.ts';
import { endpointing, silenceAfter, turnHandling } from './turn-detector.ts';
import { TurnFigures } from './turn-figures.ts';
import { SentenceTts } from './tts-node.ts';
import { VoiceDetector } from './voice-detector.ts';

const closeWithinMs = 2_000;

/** Shared by all calls of a process. */
export interface SessionVendors {
  model: FallbackModel;
  recognizers: readonly Recognizer[];
  synthesizers: readonly Synthesizer[];
  live?: LiveRecognizer;
  limits: CallLimits;
  prices?: SpeechPrices;
  /** Whether the money of the day is spent: the script goes on then. */
  isMoneySpent?: () => boolean;
}

type Timer = 'arrival' | 'return' | 'limit' | 'silence';

/** A conversation that a language model holds, by AgentSession of @livekit/agents outside of the framework's worker. */
export class SessionConversation implements Conversation {
  readonly #call: CallContext;
  readonly #phrases: Phrases;
  readonly #notes: Notes;
  readonly #waits: Waits;
  readonly #agent: Interviewer;
  readonly #model: FallbackModel;
  readonly #session: voice.AgentSession;
  readonly #stt: RecordingStt;
  readonly #tts: SentenceTts;
  readonly #gate = new EchoGate(() => this.#publisher.isHeard);
  readonly #publisher = new VoicePublisher((samples) => this.#gate.heardAgent(samples));
  readonly #voice = new SessionVoice(this.#publisher);
  readonly #input = new SessionInput();
  readonly #microphone: Microphone;
  readonly #captions: voice.RoomIO;
  readonly #budget: CallBudget;
  readonly #timers = new Timers<Timer>();
  readonly #goodbye = new Goodbye({
    isVisitorSpeaking: () => this.#session.userState === 'speaking',
    onEnd: () => void this.#end('agent_closed'),
  });
  readonly #turns = new TurnFilter();
  readonly #figures: TurnFigures;
  /** The language spoken last, by the visitor or the model: recogniser, voice and script go by it. */
  #language: Language;
  #greeted = false;
  /** Resolved when the notice has been heard: what is said over it is answered then. */
  readonly #noticeOver = Promise.withResolvers<void>();
  #spokenOverNotice = false;
  /** When the voice of the turn began that is not in the history yet; the framework dates it back to a rejected utterance before it. */
  #turnBeganMs: number | undefined;
  /** When the voice ended that the agent has not answered yet. */
  #voiceEndedMs: number | undefined;
  /** The last utterance did not count, or was short: without words it is nothing to be asked for again. */
  #isIgnored = false;
  #notices = 0;
  #hasSounded = false;
  #typed: string[] = [];
  #away = false;
  #heardVisitor = false;
  #silences = 0;
  /** How long the question had waited for an answer whenever a noise had it put again. */
  #waitedMs = 0;
  #listensSinceMs = 0;
  /** The visitor's voice has paused the agent's sentence; the words decide whether it goes on. */
  #paused = false;
  /** The latest reading of the conversation for answers. */
  #reading = Promise.resolve();
  #closed = false;
  #ending = false;

  constructor(call: CallContext, phrases: Phrases, vendors: SessionVendors, waits: Partial<Waits> = {}) {
    this.#waits = { ...defaultWaits, ...waits };
    const { language, phone, report } = call;
    this.#language = language;
    this.#figures = new TurnFigures(vendors.prices, vendors.live?.name);
    this.#call = call;
    this.#phrases = phrases;
    this.#budget = new CallBudget(vendors.limits);
    this.#notes = new Notes(phrases.plan, (event) => report.found(event), phone);
    this.#agent = new Interviewer({
      notes: this.#notes,
      language: () => this.#language,
      onGoodbye: () => this.#goodbye.begin(),
      onEnd: () => this.#goodbye.played(),
      onEndWithoutGoodbye: () => void this.#sayAndEnd('agent_goodbye'),
      withinBudget: () => !this.#budget.isSpent() && vendors.isMoneySpent?.() !== true,
      waitedMs: () => (this.#voiceEndedMs === undefined ? 0 : Date.now() - this.#voiceEndedMs),
    });
    this.#stt = new RecordingStt({
      language: () => this.#language,
      recognizers: vendors.recognizers,
      live: vendors.live,
      sinceAgentMs: () => this.#gate.sinceAgentMs,
      accept: (text, overlap) =>
        (this.#greeted || text !== unheard) &&
        this.#turns.isTurn(
          text,
          overlap,
          this.#paused || this.#session.agentState === 'speaking',
          this.#gate.hasEcho,
        ),
      onTurn: (beganAtMs, endedAtMs) => {
        this.#turnBeganMs ??= beganAtMs;
        this.#voiceEndedMs = endedAtMs;
      },
      onIgnored: () => (this.#isIgnored = true),
      hold: () => this.#overNotice(),
      onAsked: (name, seconds) => this.#figures.askedToHear(name, seconds),
      onRecognized: (name) => this.#figures.recognised(name),
      onFailed: (name, cause) => this.#figures.failed('recognition', name, failureOf(cause)),
    });
    this.#tts = new SentenceTts({
      language: (sentence) => languageOf(sentence) ?? this.#language,
      voice: phrases.plan.voice,
      synthesizers: vendors.synthesizers,
      known: (text) => phrases.known(this.#language, text),
      onSentence: (sentence) => this.#turns.remember(sentence),
      onAsked: (name, characters) => this.#figures.askedToSpeak(name, characters),
      onSpoken: (name) => this.#figures.spoke(name),
      onFailed: (name, cause) => this.#figures.failed('synthesis', name, failureOf(cause)),
    });
    this.#model = vendors.model.forCall(
      (use) => {
        this.#budget.asked();
        this.#figures.thought(use);
      },
      (vendor, failure) => this.#figures.failed('language_model', vendor, failure),
    );
    this.#session = new voice.AgentSession({
      llm: this.#model,
      stt: this.#stt,
      tts: this.#tts,
      vad: new VoiceDetector(() => this.#voice.goOn()),
      turnHandling,
      // Without it the agent would be deaf for its first seconds; the echo gate does this better.
      aecWarmupDuration: null,
      userAwayTimeout: null,
      transcriptionTimeout: this.#waits.noiseMs,
      maxToolSteps: 4,
      connOptions: { maxUnrecoverableErrors: 1_000 },
    });
    this.#microphone = new Microphone(
      call.room,
      this.#gate,
      (frames) => this.#input.take(frames),
      this.#waits,
    );
    this.#captions = new voice.RoomIO({
      agentSession: this.#session,
      room: call.room,
      // The call's frame reads what is typed, for both kinds of conversation.
      inputOptions: { textEnabled: false, closeOnDisconnect: false, deleteRoomOnClose: false },
    });
    this.#listen();
  }

  async open(): Promise<void> {
    const { room } = this.#call;
    publishAgentState(room, 'initializing');
    const publishing = this.#publisher.publish(room.localParticipant);
    this.#session.input.audio = this.#input;
    this.#session.output.audio = this.#voice;
    // Not given the room: the session would answer whoever is in it with its instructions and its history.
    await Promise.all([publishing, this.#session.start({ agent: this.#agent, record: false })]);
    this.#captions.start();
  }

  handle(event: RoomEvent): void {
    this.#microphone.note(event);
    switch (event.type) {
      case 'entered':
        this.#timers.set('arrival', arrivalWaitMs, () => void this.#end('visitor_left'));
        break;
      case 'visitor_met':
        this.#timers.clear('arrival');
        this.#budget.start(event.atMs);
        this.#call.report.started(event.atMs, this.#phrases.plan.version);
        this.#timers.set('limit', this.#waits.limitMs, () => this.#timeIsUp());
        void this.#greet();
        break;
      case 'visitor_typed':
        this.#type(event.text);
        break;
      case 'visitor_writes':
        this.#waitedMs = 0;
        if (this.#session.agentState === 'listening') this.#awaitAnswer();
        break;
      case 'visitor_lost':
        if (event.forGood) void this.#end('visitor_left');
        else this.#wait();
        break;
      case 'visitor_back':
        this.#return(event.identity);
        break;
      case 'failed':
        void this.#end('agent_failed');
        break;
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#noticeOver.resolve();
    this.#microphone.close();
    this.#timers.close();
    this.#goodbye.close();
    // A session asks nobody any more once it is closed, but its models go on until they are closed themselves.
    await this.#session.close().catch((cause: unknown) => this.#warn('session_not_closed', cause));
    const parts = [this.#captions, this.#input, this.#stt, this.#tts, this.#publisher];
    await Promise.allSettled(parts.map((part) => part.close()));
  }

  #listen(): void {
    const events = voice.AgentSessionEventTypes;
    this.#session.on(events.AgentStateChanged, ({ newState }) => this.#agentIs(newState));
    this.#session.on(events.UserStateChanged, ({ newState }) => {
      if (newState === 'speaking') this.#visitorSpeaks();
      else if (this.#goodbye.isSettled) this.#goodbye.visitorIsSilent();
      else if (this.#session.agentState === 'listening') this.#awaitAnswer();
    });
    this.#session.on(events.ConversationItemAdded, ({ item }) => {
      if (item.type === 'message') this.#said(item);
    });
    this.#session.on(events.UserTranscriptionTimeout, () => this.#heardNoise());
    this.#session.on(events.Error, ({ error }) => this.#warn('session_error', error));
    this.#session.on(events.Close, ({ reason, error }) => {
      if (this.#closed || this.#ending) return;
      this.#warn('session_closed_itself', error ?? reason);
      void this.#end('agent_failed');
    });
  }

  /** The notice of AI and recording is said to its end; the plan's own greeting and the first question may be talked over. */
  async #greet(): Promise<void> {
    const { plan } = this.#phrases;
    const language = this.#language;
    const [notice = 'agent_greeting', ...own] = scriptOf(plan, language).greeting;
    const text = textOf(notice, plan, language);
    const attempt = ++this.#notices;
    const isOver = () => this.#closed || this.#ending || this.#away || attempt !== this.#notices;
    const made = await this.#phrases.speech(language, { sentences: [notice] }).catch((cause: unknown) => {
      this.#warn('greeting_not_made', cause);
      return undefined;
    });
    if (isOver()) return;
    this.#turns.remember(text);
    this.#hasSounded = false;
    // Without its samples the voices are asked once more, a sentence at a time.
    const audio = made && ReadableStream.from(framesOf(made.samples));
    const greeting = this.#session.say(text, { audio, allowInterruptions: false });
    await greeting.waitForPlayout();
    // Cut by a lost connection: it is said again to whoever comes back.
    if (isOver() || greeting.interrupted) return;
    if (!this.#hasSounded) return this.#end('agent_failed');
    const isSpokenTo = this.#typed.length > 0 || this.#spokenOverNotice;
    if (isSpokenTo && own.length > 0) await this.#sayLine(...own).waitForPlayout();
    if (isOver()) return;
    this.#greeted = true;
    this.#noticeOver.resolve();
    const typed = this.#typed.splice(0).join('\n');
    if (typed !== '') this.#type(typed);
    else if (!isSpokenTo) this.#askFirst(...own);
  }

  /** Holds the words back that are recognised before the end of the notice. */
  #overNotice(): Promise<void> | undefined {
    if (this.#greeted) return undefined;
    this.#spokenOverNotice = true;
    return this.#noticeOver.promise;
  }

  /** Asks about the first topic; where the script has no words for it, the model does. */
  #askFirst(...lead: Sentence[]): void {
    const { topic } = this.#agent;
    const sentence: Sentence | undefined = topic === undefined ? undefined : `agent_ask_${topic}`;
    const hasWords = sentence !== undefined && textOf(sentence, this.#phrases.plan, this.#language) !== '';
    if (hasWords || lead.length > 0) this.#sayLine(...lead, ...(hasWords ? [sentence] : []));
    if (!hasWords) this.#prompt('silent');
  }

  /** The model speaks to a visitor who said nothing; the script does where it has no words. */
  #prompt(cue: Cue): void {
    this.#session.generateReply({ chatCtx: this.#agent.withCue(cue, this.#microphone.answerWaitMs) });
  }

  /** A line of the script through the model's node, so that an interruption cuts it in the history. */
  #sayLine(...sentences: Sentence[]): voice.SpeechHandle {
    this.#agent.sayNext(...sentences);
    return this.#session.generateReply({ toolChoice: 'none' });
  }

  #timeIsUp(): void {
    if (this.#away) void this.#end('visitor_left');
    // The visitor may take it back: the time is looked at again.
    else if (this.#goodbye.isBegun) this.#timers.set('limit', this.#waits.returnMs, () => this.#timeIsUp());
    else void this.#sayAndEnd('agent_goodbye_time', true);
  }

  async #sayAndEnd(sentence: Sentence, isFinal?: boolean): Promise<void> {
    if (this.#ending || this.#closed) return;
    this.#goodbye.begin(sentence, isFinal);
    this.#timers.clear('silence');
    await this.#session.interrupt({ force: true }).await.catch(() => {});
    const goodbye = this.#sayLine(sentence);
    await goodbye.waitForPlayout();
    if (!this.#away && (this.#goodbye.isFinal || !goodbye.interrupted)) this.#goodbye.played();
  }

  #visitorSpeaks(): void {
    this.#isIgnored = false;
    this.#timers.clear('silence');
    this.#goodbye.visitorSpeaks();
  }

  #hadTurn(): void {
    this.#heardVisitor = true;
    this.#silences = 0;
    this.#waitedMs = 0;
    this.#goodbye.takeBack();
  }

  #type(text: string): void {
    this.#hadTurn();
    this.#voiceEndedMs = undefined;
    if (!this.#greeted) {
      this.#typed.push(text);
      return;
    }
    this.#session.interrupt();
    this.#session.generateReply({ userInput: text, inputModality: 'text' });
  }

  #agentIs(state: voice.AgentState): void {
    this.#hasSounded ||= state === 'speaking';
    if (state === 'speaking') this.#voiceEndedMs = undefined;
    this.#paused = state === 'listening' && this.#session.userState === 'speaking';
    if (state === 'listening') {
      this.#listensSinceMs = Date.now();
      this.#awaitAnswer();
    } else this.#timers.clear('silence');
  }

  #awaitAnswer(): void {
    if (!this.#greeted || this.#away || this.#goodbye.isSettled) return;
    if (this.#session.userState === 'speaking') return;
    this.#timers.set('silence', this.#microphone.answerWaitMs, () => this.#askAgain());
  }

  /** Voice without words: the question is put again soon, but counts as left unanswered no sooner than in a silence. */
  #heardNoise(): void {
    if (this.#isIgnored || !this.#greeted || this.#away) return;
    // Who writes has not spoken, it was the bus.
    if (this.#session.agentState !== 'listening' || this.#goodbye.isSettled || this.#microphone.visitorWrites)
      return;
    this.#waitedMs += Date.now() - this.#listensSinceMs;
    if (this.#waitedMs < this.#microphone.answerWaitMs) this.#prompt('silent');
    else this.#askAgain();
  }

  /** A question has been left unanswered; several in a row are a visitor who is not there. */
  #askAgain(): void {
    this.#silences++;
    this.#waitedMs = 0;
    const lost = this.#silences >= silencesMax;
    if (lost) void this.#sayAndEnd(this.#heardVisitor ? 'agent_goodbye' : 'agent_goodbye_silent');
    else this.#prompt('silent');
  }

  #wait(): void {
    if (this.#goodbye.isHeard) {
      this.#goodbye.visitorIsLost();
      return;
    }
    this.#away = true;
    this.#waitedMs = 0;
    this.#timers.clear('silence');
    this.#session.interrupt({ force: true });
    this.#timers.set('return', this.#waits.returnMs, () => void this.#end('visitor_left'));
  }

  #return(identity: string): void {
    this.#captions.setParticipant(identity);
    if (!this.#away) return;
    this.#away = false;
    this.#timers.clear('return');
    if (!this.#greeted) void this.#greet();
    else if (this.#goodbye.isBegun) void this.#sayAndEnd(this.#goodbye.sentence);
    else this.#prompt('back');
  }

  #said(item: llm.ChatMessage): void {
    const text = item.textContent?.trim();
    const { metrics } = item;
    if (item.role === 'user') {
      this.#hadTurn();
      if (metrics.startedSpeakingAt !== undefined && text !== unheard) this.#microphone.heardAnswer();
      this.#figures.answered(metrics);
      this.#follow(text);
      // An utterance that nobody could recognise yet is recognised in the recording.
      this.#report('visitor', item, text === unheard ? undefined : text);
      return;
    }
    // A notice without a voice was not said, though the framework has it in its history.
    if (item.role !== 'assistant' || !text || !this.#hasSounded) return;
    const figures = this.#figures.take(item, this.#agent.replyPlayed(text, item.interrupted));
    if (figures.engine === 'model') {
      this.#budget.spoke(text);
      this.#follow(text);
      if (isFarewell(text)) this.#tookLeave(item.interrupted);
      if (!this.#model.hasCalledTools) this.#readAnswers();
    }
    this.#report('agent', item, text, figures);
    this.#expectAnswer();
  }

  /** Reads what was answered out of the conversation, for a model that calls no tools. */
  #readAnswers(): void {
    const lines = this.#session.history.items.flatMap((item): SpokenLine[] => {
      const text = item.type === 'message' ? item.textContent : undefined;
      if (item.type !== 'message' || !text || text === unheard) return [];
      if (item.role === 'assistant') return [{ speaker: 'agent', text }];
      return item.role === 'user' ? [{ speaker: 'visitor', text }] : [];
    });
    if (lines.some(({ speaker }) => speaker === 'visitor'))
      this.#reading = this.#reading.then(() => extractAnswers(this.#notes, lines, this.#model));
  }

  /** The model said goodbye, perhaps without `end_call`. */
  #tookLeave(interrupted: boolean): void {
    if (interrupted && !this.#away) return;
    this.#goodbye.begin();
    if (interrupted || this.#goodbye.isHeard) return;
    this.#timers.clear('silence');
    this.#goodbye.played(this.#waits.farewellMs);
  }

  #follow(text = ''): void {
    const spoken = languageOf(text);
    if (spoken !== undefined && this.#phrases.plan.languages.includes(spoken)) this.#language = spoken;
  }

  /** Chooses the endpointing delay: short for a name, longer for an open question. Speculative generation hides part of it. */
  #expectAnswer(): void {
    const topic = this.#phrases.plan.topics.find(({ id }) => id === this.#agent.topic);
    const minDelay = silenceAfter(topic);
    this.#session.updateOptions({
      turnHandling: { endpointing: { minDelay, maxDelay: endpointing.unfinishedMs } },
    });
  }

  #report(
    speaker: 'agent' | 'visitor',
    { metrics, createdAt }: llm.ChatMessage,
    text: string | undefined,
    measured?: TurnMetrics,
  ): void {
    const { startedSpeakingAt = createdAt / 1000, stoppedSpeakingAt } = metrics;
    const isTyped = speaker === 'visitor' && metrics.startedSpeakingAt === undefined;
    const beganMs = speaker === 'visitor' && !isTyped ? this.#turnBeganMs : undefined;
    if (beganMs !== undefined) this.#turnBeganMs = undefined;
    const startedAtMs = Math.round(beganMs ?? startedSpeakingAt * 1000);
    const stoppedMs = isTyped ? startedAtMs : Math.round((stoppedSpeakingAt ?? 0) * 1000) || Date.now();
    const endedAtMs = Math.max(startedAtMs, stoppedMs);
    this.#call.report.turn({ speaker, startedAtMs, endedAtMs, text, ...(measured && { metrics: measured }) });
  }

  async #end(reason: EndReason): Promise<void> {
    if (this.#ending || this.#closed) return;
    this.#ending = true;
    const late = new Promise<void>((resolve) => setTimeout(resolve, closeWithinMs).unref());
    // The session reports the heard part of the last sentence while it closes.
    await Promise.race([Promise.all([this.close(), this.#reading]), late]);
    this.#call.report.ended(reason, Date.now(), this.#figures.rest());
  }

  #warn(event: string, cause: unknown): void {
    log.warn(event, { room: this.#call.roomName }, cause);
  }
}
