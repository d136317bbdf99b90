import type { LocalParticipant } from '@livekit/rtc-node';
import type { AgentVoice, SpeakerEvents } from '../conversation/conversation.ts';
import { log } from '../../lib/server/platform/log.ts';
import { spoken } from '../../lib/spoken/index.ts';
import { timing } from '../conversation/timing.ts';
import type { Utterance } from '../conversation/wording.ts';
import type { VoicePublisher } from './publisher.ts';
import { voiceRateHz } from '../../lib/server/audio/pcm.ts';
import { Captions, type SentenceSpan, heardText } from './captions.ts';
import { Draft, type DraftSentence, type Voice } from './draft.ts';

/** The interval at which the captions follow the voice. */
const tickMs = 60;
/** The pace of a quick voice: the assumed length of a sentence that is still being synthesized. */
const quickMsPerLetter = 50;

export interface SpeakerOptions {
  publisher: VoicePublisher;
  voice: Voice;
  /** The agent in the room, whose captions are published. */
  participant: () => LocalParticipant | undefined;
  /** The voice's delay before the first sound of an utterance. */
  onFirstSound?: (ms: number) => void;
}

interface Playing {
  draft: Draft;
  events: SpeakerEvents;
  sentences: SentenceSpan[];
  writtenMs: number;
  questionAtMs?: number;
  captions?: Captions;
  tick?: NodeJS.Timeout;
}

/** The agent's voice and captions in a room: one utterance at a time. */
export class RoomSpeaker implements AgentVoice {
  readonly #options: SpeakerOptions;
  #prepared: Draft | undefined;
  #playing: Playing | undefined;

  constructor(options: SpeakerOptions) {
    this.#options = options;
  }

  prepare(utterance: Utterance): void {
    if (this.#prepared?.utterance === utterance) return;
    this.#prepared?.abort();
    this.#prepared = new Draft(utterance, this.#options.voice);
  }

  say(utterance: Utterance, events: SpeakerEvents): void {
    this.prepare(utterance);
    const draft = this.#prepared;
    this.#prepared = undefined;
    if (draft === undefined) return;
    const playing: Playing = { draft, events, sentences: [], writtenMs: 0 };
    this.#playing = playing;
    this.#play(playing).catch((cause: unknown) => {
      log.error('agent_voice_failed', {}, cause);
      if (this.#playing === playing) this.#finish(playing, this.#options.publisher.heardMs);
    });
  }

  pause(): void {
    this.#options.publisher.pause();
  }

  resume(): void {
    this.#options.publisher.resume();
  }

  stop(): void {
    const { publisher } = this.#options;
    const heardMs = publisher.clear();
    publisher.resume();
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
    for (
      let sentence = await playing.draft.next();
      sentence !== undefined && this.#playing === playing;
      sentence = await playing.draft.next()
    ) {
      await this.#write(playing, sentence);
      if (playing.sentences.length === 1 && sentence.firstSoundMs !== undefined)
        onFirstSound?.(sentence.firstSoundMs);
    }
    if (this.#playing !== playing) return;
    await publisher.untilPlayed();
    if (this.#playing === playing) this.#finish(playing, Infinity);
  }

  async #write(playing: Playing, sentence: DraftSentence): Promise<void> {
    let said: SentenceSpan | undefined;
    for await (const samples of sentence) {
      if (this.#playing !== playing) return;
      if (said === undefined && sentence.isMade && playing.writtenMs > 0)
        await this.#put(playing, new Int16Array((voiceRateHz * timing.sentencePauseMs) / 1000));
      if (said === undefined) {
        said = this.#sentenceAt(playing.writtenMs, sentence.text);
        playing.sentences.push(said);
        if (!sentence.isLead) playing.questionAtMs ??= said.fromMs;
      }
      said.toMs = Math.max(said.toMs, playing.writtenMs + durationMs(samples));
      await this.#put(playing, samples);
      if (this.#playing !== playing) return;
    }
    if (said !== undefined) said.toMs = playing.writtenMs;
  }

  #sentenceAt(fromMs: number, text: string): SentenceSpan {
    const language = this.#options.voice.languageOf(text);
    const toMs = fromMs + quickMsPerLetter * spoken(text, language).length;
    return { text, language, fromMs, toMs };
  }

  async #put(playing: Playing, samples: Int16Array): Promise<void> {
    playing.writtenMs += durationMs(samples);
    await this.#options.publisher.write(new Int16Array(samples));
  }

  #begin(playing: Playing, trackSid: string): void {
    // After a pause at the very beginning, the sound begins a second time.
    if (playing.tick !== undefined || this.#playing !== playing) return;
    const participant = this.#options.participant();
    if (participant !== undefined) playing.captions = new Captions(participant, trackSid);
    playing.tick = setInterval(() => this.#follow(playing), tickMs);
    playing.events.onStarted();
    this.#follow(playing);
  }

  #follow(playing: Playing): void {
    const { heardMs } = this.#options.publisher;
    playing.captions?.show(heardText(playing.sentences, heardMs));
    if (playing.questionAtMs === undefined || heardMs < playing.questionAtMs) return;
    playing.questionAtMs = Infinity;
    playing.events.onQuestion();
  }

  #finish(playing: Playing, heardMs: number): void {
    const { draft, events, sentences, tick, captions } = playing;
    this.#playing = undefined;
    clearInterval(tick);
    draft.abort();
    const heard = tick === undefined ? '' : heardText(sentences, heardMs);
    captions?.show(heard);
    void captions?.close();
    events.onEnded(heard.trim(), heardMs !== Infinity);
  }
}

function durationMs({ length }: Int16Array): number {
  return (length * 1000) / voiceRateHz;
}
