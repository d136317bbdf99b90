import type { Room } from '@livekit/rtc-node';
import type { CallEvent, Turn } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { heardAttribute, liveKitNames } from '../../lib/contracts/token.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { log } from '../../lib/server/platform/log.ts';
import { vendorFailureOf } from '../../lib/server/platform/vendor-failure.ts';
import type { Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { CallBudget } from '../reporting/budget.ts';
import { Conversation, type Report } from '../conversation/conversation.ts';
import { TurnFigures } from '../reporting/figures.ts';
import { languageOf } from '../language/language-of.ts';
import { Memory } from '../conversation/memory.ts';
import type { RoomEvent } from '../conversation/events.ts';
import { ScriptWording } from '../conversation/script-wording.ts';
import { type Waits, defaultWaits } from '../conversation/timing.ts';
import type { Wording } from '../conversation/wording.ts';
import { EchoGate } from '../hearing/echo-gate.ts';
import { Hearing } from '../hearing/hearing.ts';
import { Microphone } from '../hearing/microphone.ts';
import { TurnFilter } from '../hearing/turn-filter.ts';
import { Utterances } from '../hearing/utterances.ts';
import type { CallCopy } from '../recording/call-copy.ts';
import { CallVoice, type Phrases } from '../speaking/call-voice.ts';
import { publishVisitorCaption } from '../speaking/captions.ts';
import type { OwnerVoice } from '../speaking/owner-voice.ts';
import { VoicePublisher } from '../speaking/publisher.ts';
import { RoomSpeaker } from '../speaking/speaker.ts';
import { within } from '../within.ts';
import type { ModelVendors } from './vendors.ts';

/** At the end of a call, wait this long for extracted answers and the cost of the last requests. */
const closeWithinMs = 2_000;

/** The agent's words in a call, with the owner's recordings of them. */
export interface CallScript {
  plan: InterviewPlan;
  ownerVoice?: OwnerVoice;
}

/** A conversation's room and words, and the receiver of its reports. */
export interface CallContext extends CallScript {
  room: Room;
  language: Language;
  phone?: string;
  /** The language model must not hold this call. */
  scripted?: boolean;
  /** Receives the events of the conversation; `ended` comes once, last. */
  report: (event: CallEvent) => void;
  /** The agent's own recording of the call. */
  copy?: CallCopy;
}

export interface PipelineOptions {
  synthesizers: readonly Synthesizer[];
  /** Without it the script holds the call. */
  model?: ModelVendors;
  /** True once the day's budget is spent: the script takes over. */
  isMoneySpent: () => boolean;
  waits?: Partial<Waits>;
}

/** The agent of a call: hears the visitor's microphone, holds the conversation and speaks into the room. */
export class Pipeline {
  readonly #call: CallContext;
  readonly #memory: Memory;
  readonly #figures: TurnFigures;
  readonly #budget: CallBudget;
  readonly #turnFilter = new TurnFilter((text) => languageOf(text) ?? this.#memory.language);
  readonly #gate = new EchoGate(() => this.#publisher.isHeard, {
    onSound: (samples) => this.#call.copy?.hearVisitor(samples),
  });
  readonly #publisher = new VoicePublisher({
    onSound: (samples) => {
      this.#gate.hearAgent(samples);
      this.#call.copy?.playAgent(samples);
    },
    onSilenced: () => this.#call.copy?.stopAgent(),
  });
  readonly #speaker: RoomSpeaker;
  readonly #conversation: Conversation;
  readonly #hearing: Hearing;
  readonly #microphone: Microphone;
  #visitorIdentity = '';
  #turnCount = 0;
  /** The id that all captions of the visitor's current utterance share. */
  #segmentId: string | undefined;

  constructor(
    call: CallContext,
    phrases: Phrases,
    { synthesizers, model, isMoneySpent, waits }: PipelineOptions,
  ) {
    const { room, plan, language, phone, report } = call;
    this.#call = call;
    this.#memory = new Memory(plan, language, report, phone);
    this.#figures = new TurnFigures(model?.prices, model?.live?.name);
    this.#budget = new CallBudget(model?.limits);
    this.#speaker = this.#createSpeaker(phrases, synthesizers);
    this.#conversation = new Conversation({
      wording: this.#createWording(model, isMoneySpent),
      speaker: this.#speaker,
      onReport: (event) => this.#report(event),
      hasRecognizer: model !== undefined,
      waits: { ...defaultWaits, ...waits },
    });
    this.#hearing = new Hearing(
      (event) => this.#conversation.handle(event),
      model && this.#createRecognition(model),
    );
    this.#microphone = new Microphone(room, this.#gate, {
      onFrames: (frames) => void this.#hearing.hear(frames),
      onOpenChange: (isOpen) => this.#conversation.handle({ type: 'microphone', isOpen, atMs: Date.now() }),
    });
  }

  /** Publishes the agent's voice; called once, in a connected room, before the event `entered`. */
  async open(): Promise<void> {
    this.#publishAttributes({ [liveKitNames.stateAttribute]: 'initializing', [heardAttribute]: 'false' });
    await this.#publisher.publish(this.#call.room.localParticipant);
  }

  handle(event: RoomEvent): void {
    if (event.type === 'visitor_met' || event.type === 'visitor_back') this.#visitorIdentity = event.identity;
    this.#conversation.handle(event);
  }

  async close(): Promise<void> {
    void this.#conversation.close();
    this.#microphone.close();
    this.#hearing.close();
    this.#speaker.close();
    await this.#publisher.close();
  }

  #createWording(model: ModelVendors | undefined, isMoneySpent: () => boolean): Wording {
    const script = new ScriptWording(this.#memory);
    if (model === undefined) return script;
    return model.wordingOf({
      memory: this.#memory,
      script,
      hasBudget: () => !this.#budget.isSpent() && !isMoneySpent(),
      onUse: (use) => {
        this.#budget.addRequest();
        this.#figures.addModelUse(use);
      },
      onFailure: (vendor, failure) => this.#figures.addFailure('language_model', vendor, failure),
      onFirstToken: (ms) => this.#figures.setWait('firstTokenMs', ms),
      onSpoke: (words) => this.#budget.addWords(words),
      onReplaced: ({ length }) => this.#figures.addReplaced(length),
    });
  }

  #createSpeaker(phrases: Phrases, synthesizers: readonly Synthesizer[]): RoomSpeaker {
    const { room, plan, ownerVoice } = this.#call;
    const memory = this.#memory;
    const voice = new CallVoice({
      synthesizers,
      kind: plan.voice,
      languageOf: (sentence) => languageOf(sentence) ?? memory.language,
      ownerVoice,
      phrases,
      // A topic may have words only in another language.
      scriptLanguages: () => [memory.language, ...plan.languages],
      onSentence: (sentence) => this.#turnFilter.remember(sentence),
      onRequest: (name, characters) => this.#figures.addSynthesis(name, characters),
      onSpoken: (name) => this.#figures.setVendor('voice', name),
      onFailed: (name, cause) => this.#figures.addFailure('synthesis', name, vendorFailureOf(cause)),
    });
    return new RoomSpeaker({
      publisher: this.#publisher,
      voice,
      participant: () => room.localParticipant,
      onFirstSound: (ms) => this.#figures.setWait('firstSoundMs', ms),
    });
  }

  #createRecognition({ recognizers, live }: ModelVendors): Utterances {
    // A model on this machine loads during the notice.
    if (live === undefined) void recognizers[0]?.warm?.(this.#memory.language);
    return new Utterances({
      language: () => this.#memory.language,
      recognizers,
      live,
      sinceAgentMs: () => this.#gate.sinceAgentMs,
      kindOf: (text, overlap) => this.#turnFilter.kindOf(text, overlap, this.#gate.hasEcho),
      onWords: (event) => {
        const text = event.kind === undefined ? (event.text ?? '') : '';
        // An empty caption removes the interim words of an ignored utterance.
        if (text !== '' || this.#segmentId !== undefined) this.#publishCaption(text, true);
        this.#conversation.handle(event);
      },
      onInterim: (text) => this.#publishCaption(text, false),
      onDelay: (ms) => this.#figures.setWait('recognitionMs', ms),
      onRequest: (name, seconds) => this.#figures.addRecognition(name, seconds),
      onRecognized: (name) => this.#figures.setVendor('recognizer', name),
      onFailed: (name, cause) => this.#figures.addFailure('recognition', name, vendorFailureOf(cause)),
    });
  }

  #report(event: Report): void {
    const { report, plan } = this.#call;
    switch (event.type) {
      case 'started':
        this.#budget.start(event.atMs);
        report({ ...event, planVersion: plan.version });
        break;
      case 'visitor_turn':
        this.#figures.endVisitorTurn(event.turn, event.isSpoken);
        this.#reportTurn(event.turn);
        // The web app's cooldown depends on the same fact.
        this.#publishAttributes({ [heardAttribute]: 'true' });
        break;
      case 'agent_turn': {
        const metrics = this.#figures.take(event.turn, event.by, event.isInterrupted);
        this.#reportTurn({ ...event.turn, metrics });
        break;
      }
      case 'state':
        this.#publishAttributes({ [liveKitNames.stateAttribute]: event.state });
        break;
      case 'end':
        void this.#end(event);
    }
  }

  #reportTurn(turn: Turn): void {
    this.#call.report({ type: 'turn', index: this.#turnCount++, ...turn });
  }

  async #end({ reason, atMs }: Extract<Report, { type: 'end' }>): Promise<void> {
    await within(this.#conversation.close(), closeWithinMs);
    this.#call.report({ type: 'ended', atMs, reason, spent: this.#figures.unreportedCost() });
  }

  /** Publishes to the browser: the agent's state, and whether the agent has heard the visitor. */
  #publishAttributes(attributes: Record<string, string>): void {
    const { room } = this.#call;
    if (!room.isConnected) return;
    room.localParticipant
      ?.setAttributes(attributes)
      .catch((cause: unknown) => log.warn('agent_facts_not_published', attributes, cause));
  }

  #publishCaption(text: string, isFinal: boolean): void {
    const participant = this.#call.room.localParticipant;
    const { trackSid } = this.#microphone;
    const identity = this.#visitorIdentity;
    this.#segmentId ??= `SG_${crypto.randomUUID()}`;
    const segment = this.#segmentId;
    if (isFinal) this.#segmentId = undefined;
    if (participant !== undefined && trackSid !== undefined)
      void publishVisitorCaption(participant, { identity, trackSid, segment, text, isFinal });
  }
}
