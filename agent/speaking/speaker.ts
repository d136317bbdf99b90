import type { LocalParticipant } from '@livekit/rtc-node';
import type { Language } from '../../lib/i18n/language.ts';
import { SentenceCutter } from '../language/sentence-cutter.ts';
import type { Speaker } from '../conversation/conversation.ts';
import type { SpeechEvent } from '../conversation/events.ts';
import { log } from '../../lib/server/platform/log.ts';
import { spoken } from '../../lib/spoken/index.ts';
import { timing } from '../conversation/timing.ts';
import type { Utterance } from '../conversation/wording.ts';
import type { VoicePublisher } from './publisher.ts';
import { type Samples, voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { Captions, type SentenceSpan, heardText } from './captions.ts';

/** The interval at which the captions follow the voice. */
const tickMs = 60;
/** The pace of a quick voice. Estimates the length of a sentence that is still being synthesized. */
const quickMsPerLetter = 50;

export interface Voice {
  /** Yields the sound of a sentence; none if no voice can say it. Never throws. */
  speak(sentence: string, signal: AbortSignal): AsyncIterable<Int16Array>;
  languageOf(sentence: string): Language;
  /** True if the sound of the text exists already. Such a text is not cut, and its sound has no silence around it. */
  isMade(text: string): boolean;
}

export interface SpeakerOptions {
  publisher: VoicePublisher;
  voice: Voice;
  /** The agent in the room, whose captions are published. */
  participant: () => LocalParticipant | undefined;
  /** The voice's delay before the first sound of an utterance. */
  onFirstSound?: (ms: number) => void;
}

interface Playing {
  synthesis: UtteranceSynthesis;
  onEvent: (event: SpeechEvent) => void;
  sentences: SentenceSpan[];
  writtenMs: number;
  questionAtMs?: number;
  captions?: Captions;
  tick?: NodeJS.Timeout;
}

/** The agent's voice and captions in a room: one utterance at a time. */
export class RoomSpeaker implements Speaker {
  readonly #options: SpeakerOptions;
  #prepared: UtteranceSynthesis | undefined;
  #playing: Playing | undefined;

  constructor(options: SpeakerOptions) {
    this.#options = options;
  }

  prepare(utterance: Utterance): void {
    if (this.#prepared?.utterance === utterance) return;
    this.#prepared?.abort();
    this.#prepared = new UtteranceSynthesis(utterance, this.#options.voice);
  }

  say(utterance: Utterance, onEvent: (event: SpeechEvent) => void): void {
    this.prepare(utterance);
    const synthesis = this.#prepared;
    this.#prepared = undefined;
    if (synthesis === undefined) return;
    const playing: Playing = { synthesis, onEvent, sentences: [], writtenMs: 0 };
    this.#playing = playing;
    this.#play(playing).catch((cause: unknown) => {
      log.error('agent_voice_failed', {}, cause);
      if (this.#playing === playing) this.stop();
    });
  }

  pause(): void {
    this.#options.publisher.pause();
  }

  resume(): void {
    this.#options.publisher.resume();
  }

  stop(): void {
    const heardMs = this.#options.publisher.clear();
    if (this.#playing !== undefined) this.#finish(this.#playing, heardMs);
  }

  close(): void {
    this.#prepared?.abort();
    this.stop();
  }

  async #play(playing: Playing): Promise<void> {
    const { publisher, onFirstSound } = this.#options;
    const { sid = '' } = await publisher.subscribed();
    if (this.#playing !== playing) return;
    publisher.onBegin = () => this.#begin(playing, sid);
    for await (const sentence of playing.synthesis.sentences) {
      if (this.#playing !== playing) return;
      await this.#write(playing, sentence);
      if (playing.sentences.length === 1 && sentence.firstSoundMs !== undefined)
        onFirstSound?.(sentence.firstSoundMs);
    }
    if (this.#playing !== playing) return;
    await publisher.untilPlayed();
    if (this.#playing === playing) this.#finish(playing, Infinity);
  }

  async #write(playing: Playing, sentence: SentenceSynthesis): Promise<void> {
    let span: SentenceSpan | undefined;
    for await (const samples of sentence) {
      if (this.#playing !== playing) return;
      if (span === undefined && sentence.isMade && playing.writtenMs > 0)
        await this.#publish(playing, new Int16Array((voiceRateHz * timing.sentencePauseMs) / 1000));
      if (span === undefined) {
        span = this.#sentenceAt(playing.writtenMs, sentence.text);
        playing.sentences.push(span);
        if (!sentence.isLead) playing.questionAtMs ??= span.fromMs;
      }
      span.toMs = Math.max(span.toMs, playing.writtenMs + durationMs(samples));
      await this.#publish(playing, samples);
    }
    if (span !== undefined) span.toMs = playing.writtenMs;
  }

  #sentenceAt(fromMs: number, text: string): SentenceSpan {
    const language = this.#options.voice.languageOf(text);
    const toMs = fromMs + quickMsPerLetter * spoken(text, language).length;
    return { text, language, fromMs, toMs };
  }

  /** Publishes nothing of an utterance that was stopped meanwhile. */
  async #publish(playing: Playing, samples: Samples): Promise<void> {
    if (this.#playing !== playing) return;
    playing.writtenMs += durationMs(samples);
    await this.#options.publisher.write(samples);
  }

  #begin(playing: Playing, trackSid: string): void {
    // After a pause at the very beginning, the sound begins a second time.
    if (playing.tick !== undefined || this.#playing !== playing) return;
    const participant = this.#options.participant();
    if (participant !== undefined) playing.captions = new Captions(participant, trackSid);
    playing.tick = setInterval(() => this.#updateCaptions(playing), tickMs);
    playing.onEvent({ type: 'speech_started', atMs: Date.now() });
    this.#updateCaptions(playing);
  }

  #updateCaptions(playing: Playing): void {
    const { heardMs } = this.#options.publisher;
    playing.captions?.show(heardText(playing.sentences, heardMs));
    if (playing.questionAtMs === undefined || heardMs < playing.questionAtMs) return;
    playing.questionAtMs = Infinity;
    const isGoodbye = playing.synthesis.utterance.meaning.ends !== undefined;
    playing.onEvent({ type: 'question_started', isGoodbye, atMs: Date.now() });
  }

  #finish(playing: Playing, heardMs: number): void {
    const { synthesis, onEvent, sentences, tick, captions } = playing;
    this.#playing = undefined;
    clearInterval(tick);
    synthesis.abort();
    const heard = tick === undefined ? '' : heardText(sentences, heardMs);
    captions?.show(heard);
    void captions?.close();
    onEvent({
      type: 'speech_ended',
      heard: heard.trim(),
      isInterrupted: heardMs !== Infinity,
      meaning: synthesis.utterance.meaning,
      atMs: Date.now(),
    });
  }
}

function durationMs({ length }: Int16Array): number {
  return (length * 1000) / voiceRateHz;
}

/** An utterance being synthesized, sentence by sentence. */
export class UtteranceSynthesis {
  readonly utterance: Utterance;
  readonly sentences: ReadableStream<SentenceSynthesis>;
  readonly #voice: Voice;
  readonly #abort = new AbortController();
  /** Resolves when the next sentence may be synthesized. */
  #previousSentence: Promise<unknown> | undefined;

  constructor(utterance: Utterance, voice: Voice) {
    this.utterance = utterance;
    this.#voice = voice;
    this.sentences = new ReadableStream({ start: (sentences) => this.#cutIntoSentences(sentences) });
  }

  abort(): void {
    this.#abort.abort();
  }

  async #cutIntoSentences(sentences: ReadableStreamDefaultController<SentenceSynthesis>): Promise<void> {
    const { lead, rest } = this.utterance;
    const cutter = new SentenceCutter();
    for (const sentence of lead) sentences.enqueue(this.#newSentence(sentence, true));
    try {
      for await (const piece of rest) {
        if (this.#abort.signal.aborted) break;
        const trimmedPiece = piece.trim();
        const isMade = cutter.isEmpty && this.#voice.isMade(trimmedPiece);
        for (const sentence of isMade ? [trimmedPiece] : cutter.push(piece))
          sentences.enqueue(this.#newSentence(sentence));
      }
    } catch (cause) {
      log.warn('utterance_interrupted', {}, cause);
    }
    for (const sentence of cutter.flush()) sentences.enqueue(this.#newSentence(sentence));
    sentences.close();
  }

  /** Synthesizes one sentence ahead. It waits for the first sound of the previous one, which shows which voice works. */
  #newSentence(text: string, isLead = false): SentenceSynthesis {
    const { signal } = this.#abort;
    const sentence = new SentenceSynthesis(text, isLead, this.#voice, signal);
    const isFirst = this.#previousSentence === undefined;
    const firstSound = isFirst
      ? sentence.make()
      : this.#previousSentence?.then(() => (signal.aborted ? undefined : sentence.make()));
    this.#previousSentence = Promise.all([firstSound, isFirst || sentence.untilReadingBegins()]);
    return sentence;
  }
}

/** A sentence of an utterance. Its sound is synthesized before anybody reads it. */
class SentenceSynthesis {
  readonly text: string;
  readonly isLead: boolean;
  readonly isMade: boolean;
  readonly #speak: () => AsyncIterable<Int16Array>;
  readonly #firstSound = Promise.withResolvers<void>();
  readonly #reading = Promise.withResolvers<void>();
  #sound: ReadableStream<Samples> | undefined;
  #firstSoundMs: number | undefined;

  constructor(text: string, isLead: boolean, voice: Voice, signal: AbortSignal) {
    this.text = text;
    this.isLead = isLead;
    this.isMade = voice.isMade(text);
    this.#speak = () => voice.speak(text, signal);
  }

  /** The voice's delay, once it has sounded. */
  get firstSoundMs(): number | undefined {
    return this.#firstSoundMs;
  }

  untilReadingBegins(): Promise<void> {
    return this.#reading.promise;
  }

  /** Starts the synthesis once. Resolves at the first sound, or at the end if there is none. */
  make(): Promise<void> {
    this.#sound ??= new ReadableStream({ start: (sound) => this.#synthesizeInto(sound) });
    return this.#firstSound.promise;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Samples, void, undefined> {
    this.#reading.resolve();
    void this.make();
    if (this.#sound !== undefined) yield* this.#sound;
  }

  async #synthesizeInto(sound: ReadableStreamDefaultController<Samples>): Promise<void> {
    const requestedAtMs = performance.now();
    for await (const piece of this.#speak()) {
      this.#firstSoundMs ??= performance.now() - requestedAtMs;
      this.#firstSound.resolve();
      sound.enqueue(new Int16Array(piece));
    }
    this.#firstSound.resolve();
    sound.close();
  }
}
