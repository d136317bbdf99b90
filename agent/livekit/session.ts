import { ReadableStream } from 'node:stream/web';
import { type llm, voice } from '@livekit/agents';
import { type AudioFrame, TrackSource } from '@livekit/rtc-node';
import type { TurnMetrics, EndReason } from '../../lib/contracts/call-events.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { Recognizer, Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { CallBudget, type CallLimits, type SpeechPrices, speechCost } from '../interview/budget.ts';
import { Notes } from '../interview/notes.ts';
import { type Sentence, scriptOf, textOf } from '../interview/script.ts';
import {
  answerWaitMs,
  arrivalWaitMs,
  callLimitMs,
  hangUpMs,
  returnWaitMs,
  silentQuestionsMax,
} from '../interview/timing.ts';
import type { CallContext } from './call.ts';
import type { Conversation, RoomEvent } from './conversation.ts';
import { EchoGate } from './echo-gate.ts';
import { Interviewer } from './interviewer.ts';
import type { LiveRecognizer } from './live-recognition.ts';
import type { FallbackModel, ModelUse } from './language-model.ts';
import { isBackchannel, isEcho } from './overheard.ts';
import { VoicePublisher, framesOf } from './publisher.ts';
import { SessionVoice } from './session-voice.ts';
import type { Phrases } from './speech.ts';
import { RecordingStt } from './stt-node.ts';
import { endpointing, wordTurnDetector } from './turn-detector.ts';
import { SentenceTts } from './tts-node.ts';
import { VoiceDetector } from './voice-detector.ts';

/** Barge-in threshold in ms of voice, a window above "ha" and «угу»; the words decide whether the agent goes on. */
export const pauseAfterMs = 352;
/** Delay before the agent resumes after a false interruption: a backchannel, or noise without words. */
const falseInterruptionMs = 300;
/** Heard, but not understood: the agent says so after this long. */
const notUnderstoodMs = 3_000;
/** A microphone that is subscribed and unmuted gives a frame every 10 ms. */
const noFramesMs = 3_000;
/** Window in which the agent's own words may come back as an echo. */
const echoMemoryMs = 4_000;
const closeWithinMs = 2_000;

/** Shared by all calls of a process. */
export interface SessionVendors {
  model: FallbackModel;
  recognizers: readonly Recognizer[];
  synthesizers: readonly Synthesizer[];
  live?: LiveRecognizer;
  limits: CallLimits;
  prices?: SpeechPrices;
}

type Timer = 'arrival' | 'return' | 'limit' | 'silence' | 'hang_up';

/** A conversation that a language model holds, by AgentSession of @livekit/agents outside of the framework's worker. */
export class SessionConversation implements Conversation {
  readonly #call: CallContext;
  readonly #phrases: Phrases;
  readonly #notes: Notes;
  readonly #agent: Interviewer;
  readonly #session: voice.AgentSession;
  readonly #stt: RecordingStt;
  readonly #tts: SentenceTts;
  readonly #gate = new EchoGate(() => this.#publisher.isHeard);
  readonly #publisher = new VoicePublisher((samples) => this.#gate.heardAgent(samples));
  readonly #voice = new SessionVoice(this.#publisher);
  readonly #budget: CallBudget;
  readonly #timers = new Map<Timer, NodeJS.Timeout>();
  readonly #recent: { text: string; untilMs: number }[] = [];
  #watch: NodeJS.Timeout | undefined;
  #identity: string | undefined;
  #greeted = false;
  #typed: string[] = [];
  #away = false;
  #heardVisitor = false;
  #silences = 0;
  /** The visitor's voice has paused the agent's sentence; the words decide whether it goes on. */
  #paused = false;
  #closed = false;
  #ending = false;
  #waited: Partial<TurnMetrics> = {};
  /** Tokens and cost since the last reported turn, speculation included. */
  #used: Pick<TurnMetrics, 'model' | 'promptTokens' | 'completionTokens' | 'costUsd'> = {};
  #recognizer: string | undefined;
  #spokenBy: string | undefined;

  constructor(call: CallContext, phrases: Phrases, vendors: SessionVendors) {
    const { language, phone, report } = call;
    const { recognitionHour, liveHour, voiceMillion } = vendors.prices ?? {};
    this.#call = call;
    this.#phrases = phrases;
    this.#budget = new CallBudget(vendors.limits);
    this.#notes = new Notes(phrases.plan, (event) => report.found(event), phone);
    this.#agent = new Interviewer({
      notes: this.#notes,
      language,
      onEnd: () => this.#set('hang_up', hangUpMs, () => void this.#end('agent_closed')),
      withinBudget: () => !this.#budget.isSpent(),
    });
    this.#stt = new RecordingStt({
      language,
      recognizers: vendors.recognizers,
      live: vendors.live,
      accept: (text) => this.#accepts(text),
      onAsked: (name, seconds) => {
        const hour = name === vendors.live?.name ? liveHour : recognitionHour;
        this.#spend(speechCost(hour, name, seconds / 3_600));
      },
      onRecognized: (name) => (this.#recognizer = name),
    });
    this.#tts = new SentenceTts({
      language: () => language,
      voice: phrases.plan.voice,
      synthesizers: vendors.synthesizers,
      known: (text) => phrases.known(language, text),
      onAsked: (name, characters) => this.#spend(speechCost(voiceMillion, name, characters / 1e6)),
      onSpoken: (name) => (this.#spokenBy = name),
    });
    this.#session = new voice.AgentSession({
      llm: vendors.model.forCall((use) => this.#use(use)),
      stt: this.#stt,
      tts: this.#tts,
      vad: new VoiceDetector(() => this.#voice.goOn()),
      // Said explicitly: the defaults take LiveKit's cloud where credentials for it are found.
      turnHandling: {
        turnDetection: wordTurnDetector,
        endpointing: { mode: 'fixed', minDelay: endpointing.shortMs, maxDelay: endpointing.unfinishedMs },
        interruption: {
          mode: 'vad',
          minDuration: pauseAfterMs,
          minWords: 0,
          falseInterruptionTimeout: falseInterruptionMs,
          resumeFalseInterruption: true,
        },
        preemptiveGeneration: {
          enabled: true,
          preemptiveTts: true,
          maxSpeechDuration: 60_000,
          maxRetries: 6,
        },
      },
      // Without it the agent would be deaf for its first seconds; the echo gate does this better.
      aecWarmupDuration: null,
      userAwayTimeout: null,
      transcriptionTimeout: notUnderstoodMs,
      maxToolSteps: 4,
      connOptions: { maxUnrecoverableErrors: 1_000 },
    });
    this.#listen();
  }

  async open(): Promise<void> {
    const { room } = this.#call;
    const publishing = this.#publisher.publish(room.localParticipant);
    this.#session.output.audio = this.#voice;
    const starting = this.#session.start({
      agent: this.#agent,
      room,
      record: false,
      inputOptions: {
        audioSampleRate: 16_000,
        noiseCancellation: this.#gate,
        // The call's frame reads what is typed, for both kinds of conversation.
        textEnabled: false,
        closeOnDisconnect: false,
        deleteRoomOnClose: false,
      },
    });
    await Promise.all([publishing, starting]);
  }

  tell(event: RoomEvent): void {
    switch (event.type) {
      case 'entered':
        this.#set('arrival', arrivalWaitMs, () => void this.#end('visitor_left'));
        break;
      case 'visitor_met':
        this.#clear('arrival');
        this.#identity = event.identity;
        this.#budget.start(event.atMs);
        this.#call.report.started(event.atMs, this.#phrases.plan.version);
        this.#set('limit', callLimitMs, () => void this.#sayAndEnd('agent_goodbye_time'));
        this.#watch = setInterval(() => this.#watchMicrophone(), noFramesMs);
        void this.#greet();
        break;
      case 'visitor_typed':
        this.#type(event.text);
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
    clearInterval(this.#watch);
    for (const timer of this.#timers.values()) clearTimeout(timer);
    // A session asks nobody any more once it is closed, but its models go on until they are closed themselves.
    await this.#session.close().catch((cause: unknown) => this.#warn('session_not_closed', cause));
    await Promise.allSettled([this.#stt.close(), this.#tts.close(), this.#publisher.close()]);
  }

  #listen(): void {
    const events = voice.AgentSessionEventTypes;
    this.#session.on(events.AgentStateChanged, ({ newState }) => this.#agentIs(newState));
    this.#session.on(events.UserStateChanged, ({ newState }) => {
      if (newState === 'speaking') this.#clear('silence');
      else if (this.#session.agentState === 'listening') this.#awaitAnswer();
    });
    this.#session.on(events.ConversationItemAdded, ({ item }) => {
      if (item.type === 'message') this.#said(item);
    });
    this.#session.on(events.UserTranscriptionTimeout, () => {
      if (this.#session.agentState === 'listening') this.#askAgain();
    });
    this.#session.on(events.Error, ({ error }) => this.#warn('session_error', error));
    this.#session.on(events.Close, ({ reason, error }) => {
      if (this.#closed || this.#ending) return;
      this.#warn('session_closed_itself', error ?? reason);
      void this.#end('agent_failed');
    });
  }

  /** The notice of AI and recording is said to its end; the first question may be talked over. */
  async #greet(): Promise<void> {
    const { plan } = this.#phrases;
    const { language } = this.#call;
    const script = scriptOf(plan, language);
    const line = { sentences: script.greeting };
    const text = script.greeting.map((sentence) => textOf(sentence, plan, language)).join(' ');
    const speech = this.#phrases.speech(language, line);
    speech.catch((cause: unknown) => this.#warn('greeting_not_made', cause));
    const audio = ReadableStream.from<AudioFrame>(this.#framesWhenMade(speech));
    this.#remember(text);
    const greeting = this.#session.say(text, { audio, allowInterruptions: false });
    const [topic] = script.topics;
    await greeting.waitForPlayout();
    if (this.#closed || this.#ending) return;
    this.#greeted = true;
    const typed = this.#typed.splice(0).join(' ');
    if (typed !== '') this.#type(typed);
    else if (topic !== undefined) this.#sayLine(`agent_ask_${topic}`);
  }

  async *#framesWhenMade(
    speech: Promise<{ samples: Int16Array }>,
  ): AsyncGenerator<AudioFrame, void, undefined> {
    const made = await speech.catch(() => undefined);
    if (made === undefined) return;
    yield* framesOf(made.samples);
  }

  /** A line of the script, through the model's node: what is interrupted is cut in the history. */
  #sayLine(...sentences: Sentence[]): voice.SpeechHandle {
    const { language } = this.#call;
    this.#agent.sayNext(sentences.map((each) => textOf(each, this.#phrases.plan, language)).join(' '));
    return this.#session.generateReply({ toolChoice: 'none' });
  }

  async #sayAndEnd(sentence: Sentence): Promise<void> {
    if (this.#ending || this.#closed) return;
    this.#clear('silence');
    await this.#session.interrupt({ force: true }).await.catch(() => {});
    await this.#sayLine(sentence).waitForPlayout();
    this.#set('hang_up', hangUpMs, () => void this.#end('agent_closed'));
  }

  #type(text: string): void {
    this.#heardVisitor = true;
    this.#silences = 0;
    if (!this.#greeted) {
      this.#typed.push(text);
      return;
    }
    this.#session.interrupt();
    this.#session.generateReply({ userInput: text, inputModality: 'text' });
  }

  #agentIs(state: voice.AgentState): void {
    this.#paused = state === 'listening' && this.#session.userState === 'speaking';
    if (state === 'listening') this.#awaitAnswer();
    else this.#clear('silence');
  }

  #awaitAnswer(): void {
    if (!this.#greeted || this.#away || this.#session.userState === 'speaking') return;
    this.#set('silence', answerWaitMs, () => {
      this.#silences++;
      const lost = this.#silences > silentQuestionsMax;
      if (lost) void this.#sayAndEnd(this.#heardVisitor ? 'agent_goodbye' : 'agent_goodbye_silent');
      else this.#askAgain();
    });
  }

  #askAgain(): void {
    const topic = this.#notes.open[0]?.id;
    if (topic !== undefined) this.#sayLine(`agent_ask_again_${topic}`);
    else
      this.#session.generateReply({
        instructions: 'The visitor is silent. Say one short sentence to go on.',
      });
  }

  #wait(): void {
    this.#away = true;
    this.#clear('silence');
    this.#session.interrupt({ force: true });
    this.#set('return', returnWaitMs, () => void this.#end('visitor_left'));
  }

  #return(identity: string): void {
    if (identity !== this.#identity) this.#session._roomIO?.setParticipant(identity);
    this.#identity = identity;
    if (!this.#away) return;
    this.#away = false;
    this.#clear('return');
    const topic = this.#notes.open[0]?.id;
    const ask: Sentence[] = topic === undefined ? [] : [`agent_ask_${topic}`];
    if (this.#greeted) this.#sayLine('agent_welcome_back', ...ask);
    else void this.#greet();
  }

  #said(item: llm.ChatMessage): void {
    const text = item.textContent?.trim();
    const { metrics } = item;
    if (item.role === 'user') {
      this.#heardVisitor = true;
      this.#silences = 0;
      this.#waited = {
        endOfTurnMs: ms(metrics.endOfTurnDelay),
        recognitionMs: ms(metrics.transcriptionDelay),
        recognizer: this.#recognizer,
      };
      this.#recognizer = undefined;
      this.#report('visitor', item, text);
      return;
    }
    if (item.role !== 'assistant' || text === undefined || text === '') return;
    const engine = this.#agent.isScripted || this.#used.model === undefined ? 'script' : 'model';
    this.#agent.heard(text);
    if (engine === 'model') this.#budget.spoke(text);
    this.#remember(text);
    this.#report('agent', item, text, {
      ...this.#waited,
      ...this.#used,
      voice: this.#spokenBy,
      firstTokenMs: ms(metrics.llmNodeTtft),
      firstSoundMs: ms(metrics.ttsNodeTtfb),
      totalMs: ms(metrics.e2eLatency),
      interrupted: item.interrupted,
      engine,
    });
    this.#waited = {};
    this.#used = {};
    this.#spokenBy = undefined;
    this.#expectAnswer(text);
  }

  #use({ model, promptTokens, completionTokens, costUsd }: ModelUse): void {
    const { promptTokens: prompt = 0, completionTokens: completion = 0 } = this.#used;
    this.#used = {
      ...this.#used,
      model,
      promptTokens: prompt + promptTokens,
      completionTokens: completion + completionTokens,
    };
    this.#spend(costUsd);
  }

  #spend(usd: number | undefined): void {
    if (usd !== undefined) this.#used.costUsd = (this.#used.costUsd ?? 0) + usd;
  }

  /** Chooses the endpointing delay: short for a name, longer for an open question. Speculative generation hides part of it. */
  #expectAnswer(text: string): void {
    const isShort = this.#notes.open[0]?.short === true;
    const minDelay = isShort || text.length < 30 ? endpointing.shortMs : endpointing.openMs;
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
    const startedAtMs = Math.round((metrics.startedSpeakingAt ?? createdAt / 1000) * 1000);
    const endedAtMs = Math.max(
      startedAtMs,
      Math.round((metrics.stoppedSpeakingAt ?? 0) * 1000) || Date.now(),
    );
    this.#call.report.turn({ speaker, startedAtMs, endedAtMs, text, ...(measured && { metrics: measured }) });
  }

  /** Rejects backchannels and echo as a turn: the interrupted sentence goes on. */
  #accepts(text: string): boolean {
    const nowMs = Date.now();
    const speaks = this.#session.agentState === 'speaking' || this.#paused;
    while ((this.#recent[0]?.untilMs ?? Infinity) < nowMs && this.#recent.length > 1) this.#recent.shift();
    const said = this.#recent.map((each) => each.text).join(' ');
    if (speaks && isBackchannel(text)) return false;
    return !(isEcho(text, said) && (speaks || nowMs < (this.#recent.at(-1)?.untilMs ?? 0)));
  }

  #remember(text: string): void {
    this.#recent.push({ text, untilMs: Date.now() + echoMemoryMs });
  }

  /** Resubscribes a microphone that delivers no frames; seen with one in some hundred. */
  #watchMicrophone(): void {
    const identity = this.#identity;
    const participant = identity === undefined ? undefined : this.#call.room.remoteParticipants.get(identity);
    const microphone = [...(participant?.trackPublications.values() ?? [])].find(
      ({ source, track, muted }) =>
        source === TrackSource.SOURCE_MICROPHONE && track !== undefined && muted !== true,
    );
    if (identity === undefined || microphone === undefined || this.#gate.tookFrames()) return;
    log.warn('microphone_gives_no_frames', { room: this.#call.roomName });
    this.#session._roomIO?.setParticipant(null);
    this.#session._roomIO?.setParticipant(identity);
  }

  async #end(reason: EndReason): Promise<void> {
    if (this.#ending || this.#closed) return;
    this.#ending = true;
    const late = new Promise<void>((resolve) => setTimeout(resolve, closeWithinMs).unref());
    // The session reports the heard part of the last sentence while it closes.
    await Promise.race([this.close(), late]);
    this.#call.report.ended(reason, Date.now());
  }

  #set(timer: Timer, afterMs: number, then: () => void): void {
    this.#clear(timer);
    if (!this.#closed) this.#timers.set(timer, setTimeout(then, afterMs));
  }

  #clear(timer: Timer): void {
    clearTimeout(this.#timers.get(timer));
  }

  #warn(event: string, cause: unknown): void {
    log.warn(event, { room: this.#call.roomName }, cause);
  }
}

/** Seconds as whole ms; nothing where nothing was measured. */
function ms(seconds: number | undefined): number | undefined {
  return seconds === undefined || !(seconds >= 0) ? undefined : Math.min(600_000, Math.round(seconds * 1000));
}
