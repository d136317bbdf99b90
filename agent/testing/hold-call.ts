import { setTimeout as delay } from 'node:timers/promises';
import { initializeLogger } from '@livekit/agents';
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  RoomEvent as LiveKitEvent,
  Room,
  TrackSource,
} from '@livekit/rtc-node';
import type { TestContext } from 'vitest';
import type { CallEvent, EndReason, Spent, Turn } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { visitorIdentityPrefix } from '../../lib/contracts/token.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { type Env, parseEnv } from '../../lib/server/platform/env.ts';
import type { Recognizer, Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { localSynthesizer, synthesizers } from '../../lib/server/speech/tts.ts';
import type { CallAgent, CallContext } from '../call/call-context.ts';
import { Pipeline } from '../call/pipeline.ts';
import { vendorsOf } from '../call/vendors.ts';
import type { Waits } from '../conversation/timing.ts';
import type { CallCopy } from '../recording/call-copy.ts';
import type { OwnerVoice } from '../speaking/owner-voice.ts';
import { Phrases } from '../speaking/call-voice.ts';
import { type ChatRequest, LoopbackVendor, type StagedReply } from './loopback-vendor.ts';
import { fourTopics } from './plan.ts';

/** A request to the model, in a readable form. */
export interface ModelTurn {
  /** The visitor's words since the agent's last ones; undefined if the visitor was silent. */
  said: string | undefined;
  /** True if the tools have answered, so that the model continues. */
  afterTools: boolean;
  request: ChatRequest;
}

export interface CallOptions {
  model: (turn: ModelTurn) => StagedReply;
  /** Answers the request to read the transcript. */
  reads?: (request: ChatRequest) => StagedReply;
  /** Replaces the loopback vendors. */
  settings?: Env;
  plan?: InterviewPlan;
  ownerVoice?: OwnerVoice;
  language?: Language;
  /** Holds the call without a model. */
  scripted?: boolean;
  waits?: Partial<Waits>;
  /** Replace the loopback vendor's recogniser. */
  recognizers?: readonly Recognizer[];
  /** Replace the loopback vendor's voice and this machine's. */
  voices?: readonly Synthesizer[];
  isMoneySpent?: () => boolean;
  copy?: CallCopy;
}

/** Waits of a test whose visitor is silent. */
export const quick = { answerMs: 900, typedAnswerMs: 900, farewellMs: 400, noiseMs: 600 };

/** Creates the agent under test. */
async function createAgent(
  call: CallContext,
  url: string,
  {
    scripted,
    waits,
    recognizers,
    voices: testVoices,
    isMoneySpent = () => false,
    settings: testSettings,
  }: CallOptions,
): Promise<CallAgent> {
  const loopback = {
    OPENAI_BASE_URL: url,
    LLM_MODEL: 'loopback',
    STT_PROVIDER: 'openai',
    TTS_PROVIDER: 'openai',
  };
  const settings = testSettings ?? parseEnv(loopback);
  const voices = testVoices ?? synthesizers(settings);
  const phrases = new Phrases(voices);
  if (scripted === true) return new Pipeline(call, phrases, { synthesizers: voices, waits });
  const vendors = (await vendorsOf(settings, isMoneySpent))();
  if (vendors === undefined) throw new Error('no recogniser');
  const model = { ...vendors, ...(recognizers && { recognizers }) };
  return new Pipeline(call, phrases, { synthesizers: voices, model, waits });
}

const microphoneRateHz = 16_000;
const earRateHz = 16_000;
const earFrameMs = 20;
const audibleAmplitude = 300;
/** Longer than a busy machine needs to say a sentence. */
const longEnoughMs = 90_000;
const pollMs = 10;
let voice: Promise<Int16Array> | undefined;

/** About a second of speech without silence around it. The recogniser decides its words. */
function visitorVoice(): Promise<Int16Array> {
  voice ??= Array.fromAsync(
    localSynthesizer().synthesize('Mening ismim Aziz.', { language: 'uz', sampleRateHz: microphoneRateHz }),
  ).then((parts) => voicedPart(joinSamples(parts)));
  return voice;
}

export function voicedPart(samples: Int16Array): Int16Array {
  const isVoiced = (sample: number) => Math.abs(sample) > audibleAmplitude;
  return samples.slice(samples.findIndex(isVoiced), samples.findLastIndex(isVoiced) + 1);
}

/** A call during a test. */
export async function holdCall({ onTestFinished }: TestContext, options: CallOptions) {
  const call = await openCall(options);
  onTestFinished(call.close);
  return call;
}

export type HeldCall = Awaited<ReturnType<typeof openCall>>;

/**
 * Holds a call between a visitor, who speaks, types or is silent, and loopback vendors. Uses real audio tracks but no media server.
 */
export async function openCall(options: CallOptions) {
  initializeLogger({ pretty: false, level: 'silent' });
  const { plan = fourTopics, language = 'en' } = options;
  const visitorSaid: string[] = [];
  const requests: ModelTurn[] = [];
  const vendor = await new LoopbackVendor({
    firstTokenMs: 1,
    tokensPerS: 2_000,
    recognitionMs: 1,
    voiceMs: 1,
    msPerLetter: 8,
    heard: [''],
    reply: (request) => {
      // The agent's other requests extract answers from the transcript.
      if (JSON.stringify(request.messages[0]).includes('You read the transcript'))
        return options.reads?.(request) ?? {};
      const turn = { ...modelTurn(request, visitorSaid), request };
      requests.push(turn);
      return options.model(turn);
    },
  }).start();

  const ear = Promise.withResolvers<AudioStream>();
  /** When each audible frame of the agent's voice reached the visitor. */
  const sounds: number[] = [];
  const hearing = new AbortController();
  void ear.promise.then(async (frames) => {
    const reader = frames.getReader();
    hearing.signal.addEventListener('abort', () => void reader.cancel());
    for (let result = await reader.read(); !result.done; result = await reader.read())
      if (result.value.data.some((sample) => Math.abs(sample) > audibleAmplitude)) sounds.push(Date.now());
  });

  const room = new Room();
  const writer = { write: async () => {}, close: async () => {} };
  Object.assign(room, {
    localParticipant: {
      identity: 'agent',
      publishTrack: async (agentVoice: LocalAudioTrack) => {
        ear.resolve(
          new AudioStream(agentVoice, { sampleRate: earRateHz, numChannels: 1, frameSizeMs: earFrameMs }),
        );
        return { sid: 'TR_agent', waitForSubscription: async () => {} };
      },
      streamText: async () => writer,
      publishTranscription: async () => {},
    },
  });
  const turns: Turn[] = [];
  const factEvents: CallEvent[] = [];
  /** The topics of saved answers, with the number of turns before each. */
  const answers: { topic: string; afterTurns: number }[] = [];
  let endings = 0;
  let outcome: { reason: EndReason; spent?: Spent } | undefined;
  const conversation = await createAgent(
    {
      room,
      roomName: 'room',
      language,
      plan,
      ownerVoice: options.ownerVoice,
      copy: options.copy,
      report: {
        started: () => {},
        turn: (turn) => turns.push(turn),
        found: (event) => {
          factEvents.push(event);
          if (event.type === 'answer') answers.push({ topic: event.topic, afterTurns: turns.length });
        },
        ended: (reason, _atMs, spent) => {
          outcome = { reason, spent };
          endings++;
        },
      },
    },
    vendor.url,
    options,
  );
  const microphone = new AudioSource(microphoneRateHz, 1, 10_000);

  const identity = `${visitorIdentityPrefix}1`;
  const now = () => ({ atMs: Date.now() });
  await conversation.open();
  conversation.handle({ type: 'entered', ...now() });
  conversation.handle({ type: 'visitor_met', ...now(), identity });
  const track = LocalAudioTrack.createAudioTrack('microphone', microphone);
  const publication = { source: TrackSource.SOURCE_MICROPHONE, muted: false };
  Reflect.apply(room.emit, room, [LiveKitEvent.TrackSubscribed, track, publication, { identity }]);

  const speak = (samples: Int16Array) =>
    microphone.captureFrame(new AudioFrame(samples, microphoneRateHz, 1, samples.length));
  const until = async (isTrue: () => boolean, what: () => string) => {
    const endMs = Date.now() + longEnoughMs;
    for (; !isTrue(); await delay(pollMs)) if (Date.now() > endMs) throw new Error(`In vain: ${what()}`);
  };
  // A filler is spoken if this machine is slow.
  const withoutFiller = (text: string) => text.replace(`${messagesOf[language].agent_moment} `, '');
  const heard = () =>
    turns.flatMap(({ speaker, text }) => (speaker === 'agent' && text ? withoutFiller(text) : []));
  return {
    vendor,
    requests,
    turns,
    /** The heard parts of the agent's utterances, in order. */
    heard,
    found: () =>
      Object.fromEntries(
        factEvents.flatMap((each) => (each.type === 'answer' ? [[each.topic, each.value]] : [])),
      ),
    answers,
    /** The number in the lead, if the visitor gave another one. */
    phone: () => factEvents.findLast((event) => event.type === 'phone_corrected')?.phone,
    ended: () => outcome?.reason,
    /** How often the call was reported as ended. */
    endings: () => endings,
    spent: () => outcome?.spent,
    /** How much of the agent's voice has reached the visitor, ms. */
    soundMs: () => sounds.length * earFrameMs,
    sounds,
    /** Waits until the agent has said this, in this many utterances. */
    untilHeard: async (what: string, times = 1) => {
      const isHeard = () => heard().filter((text) => text.includes(what)).length >= times;
      await until(isHeard, () => `hears “${what}” among ${JSON.stringify(heard())}`);
    },
    /** Waits until the agent has spoken for this much longer. */
    untilHeardFor: async (ms: number) => {
      const beforeMs = sounds.length * earFrameMs;
      await until(
        () => sounds.length * earFrameMs >= beforeMs + ms,
        () => `the agent speaks for ${ms} ms`,
      );
    },
    ends: async () => {
      await until(
        () => outcome !== undefined,
        () => 'the call ends',
      );
      return outcome?.reason;
    },
    type: (text: string) => {
      visitorSaid.push(text);
      conversation.handle({ type: 'visitor_typed', ...now(), text });
    },
    /** Speaks for about a second; the recogniser returns `text`. */
    say: async (text: string) => {
      if (text !== '') visitorSaid.push(text);
      vendor.settings.heard = [text];
      await speak(await visitorVoice());
    },
    /** Says these one by one, with pauses of this length between them. */
    sayWithPauses: async (texts: readonly string[], pauseMs: number) => {
      visitorSaid.push(...texts);
      // A busy machine may cut the last utterance in two; its words are heard once.
      vendor.hears([...texts, '']);
      const pause = new Int16Array((microphoneRateHz * pauseMs) / 1000);
      const samples = await visitorVoice();
      await speak(joinSamples(texts.flatMap((_, at) => (at === 0 ? [samples] : [pause, samples]))));
    },
    /** Speaks with this voice; the recogniser returns `text`. */
    speak: (samples: Int16Array, text: string) => {
      visitorSaid.push(text);
      vendor.settings.heard = [text];
      return speak(samples);
    },
    close: async () => {
      await conversation.close();
      hearing.abort();
      await microphone.close();
      await vendor.close();
    },
    lose: () => conversation.handle({ type: 'visitor_lost', ...now(), forGood: false }),
    leave: () => conversation.handle({ type: 'visitor_lost', ...now(), forGood: true }),
    return: () => conversation.handle({ type: 'visitor_back', ...now(), identity }),
  };
}

function modelTurn({ messages }: ChatRequest, visitorSaid: readonly string[]): Omit<ModelTurn, 'request'> {
  const messagesSinceReply = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  const visitorTexts = messagesSinceReply.flatMap(({ role, content }) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
    return role === 'user' ? visitorSaid.filter((words) => text.includes(words)) : [];
  });
  return {
    said: visitorTexts.length > 0 ? visitorTexts.join(' ') : undefined,
    afterTools: messages.at(-1)?.role === 'tool',
  };
}
