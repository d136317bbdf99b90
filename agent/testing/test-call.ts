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
import type { CallEvent, EndReason, Cost, Turn } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { visitorIdentityPrefix } from '../../lib/contracts/token.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { type Env, parseEnv } from '../../lib/server/platform/env.ts';
import type { Recognizer, Synthesizer } from '../../lib/server/speech/interfaces.ts';
import { localSynthesizer, synthesizers } from '../../lib/server/speech/tts.ts';
import { type CallContext, Pipeline } from '../call/pipeline.ts';
import { vendorsOf } from '../call/vendors.ts';
import type { Waits } from '../conversation/timing.ts';
import type { CallCopy } from '../recording/call-copy.ts';
import type { OwnerVoice } from '../speaking/owner-voice.ts';
import { Phrases } from '../speaking/call-voice.ts';
import { type ChatRequest, LoopbackVendor, type StagedReply, textOf } from './loopback-vendor.ts';
import { fourTopics } from './plan.ts';

/** A request to the model, with the visitor's words in it. */
export interface ModelTurn {
  /** The visitor's words since the agent's last ones; undefined if the visitor was silent. */
  said: string | undefined;
  /** True if the tools have answered, so that the model continues. */
  isAfterTools: boolean;
  request: ChatRequest;
}

export interface CallOptions {
  model: (turn: ModelTurn) => StagedReply;
  /** Answers the request to extract answers from the transcript. */
  extract?: (request: ChatRequest) => StagedReply;
  /** Replaces the loopback vendors. */
  settings?: Env;
  plan?: InterviewPlan;
  ownerVoice?: OwnerVoice;
  language?: Language;
  /** Runs the call without a model. */
  isScripted?: boolean;
  waits?: Partial<Waits>;
  /** Replace the loopback vendor's recogniser. */
  recognizers?: readonly Recognizer[];
  /** Replace the loopback vendor's voice and this machine's. */
  voices?: readonly Synthesizer[];
  isMoneySpent?: () => boolean;
  copy?: CallCopy;
}

/** Waits for tests in which the visitor is silent. */
export const shortWaits = { answerMs: 900, typedAnswerMs: 900, farewellMs: 400, noiseMs: 600 };

/** Creates the agent under test. */
async function createAgent(
  call: CallContext,
  url: string,
  {
    isScripted,
    waits,
    recognizers,
    voices: testVoices,
    isMoneySpent = () => false,
    settings: testSettings,
  }: CallOptions,
): Promise<Pipeline> {
  const loopback = {
    OPENAI_BASE_URL: url,
    LLM_MODEL: 'loopback',
    STT_PROVIDER: 'openai',
    TTS_PROVIDER: 'openai',
  };
  const settings = testSettings ?? parseEnv(loopback);
  const voices = testVoices ?? synthesizers(settings);
  const phrases = new Phrases(voices);
  const options = { synthesizers: voices, isMoneySpent, waits };
  if (isScripted === true) return new Pipeline(call, phrases, options);
  const vendors = (await vendorsOf(settings))();
  if (vendors === undefined) throw new Error('no recogniser');
  const model = { ...vendors, ...(recognizers && { recognizers }) };
  return new Pipeline(call, phrases, { ...options, model });
}

const microphoneRateHz = 16_000;
const agentAudioRateHz = 16_000;
const agentAudioFrameMs = 20;
const audibleAmplitude = 300;
/** Long enough for a busy machine to say a sentence. */
const waitTimeoutMs = 90_000;
const pollMs = 10;
let voice: Promise<Int16Array> | undefined;

/** About a second of speech without silence around it. The loopback recogniser's text replaces its words. */
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

/** Opens a call and closes it after the test. */
export async function startTestCall({ onTestFinished }: TestContext, options: CallOptions) {
  const call = await openTestCall(options);
  onTestFinished(call.close);
  return call;
}

export type TestCall = Awaited<ReturnType<typeof openTestCall>>;

/** A call of the real agent with loopback vendors and audio tracks, without a media server. The test acts for the visitor. */
export async function openTestCall(options: CallOptions) {
  initializeLogger({ pretty: false, level: 'silent' });
  const { plan = fourTopics, language = 'en' } = options;
  const visitorSaid: string[] = [];
  const requests: ModelTurn[] = [];
  const vendor = await new LoopbackVendor({
    firstTokenMs: 1,
    tokensPerS: 2_000,
    recognitionMs: 1,
    voiceDelayMs: 1,
    voiceMsPerLetter: 8,
    transcripts: [''],
    reply: (request) => {
      if (JSON.stringify(request.messages[0]).includes('You read the transcript'))
        return options.extract?.(request) ?? {};
      const turn = { ...modelTurn(request, visitorSaid), request };
      requests.push(turn);
      return options.model(turn);
    },
  }).start();

  const agentAudio = Promise.withResolvers<AudioStream>();
  /** When each audible frame of the agent's voice reached the visitor. */
  const audibleAtMs: number[] = [];
  const listening = new AbortController();
  void agentAudio.promise.then(async (frames) => {
    const reader = frames.getReader();
    listening.signal.addEventListener('abort', () => void reader.cancel());
    for (let result = await reader.read(); !result.done; result = await reader.read())
      if (result.value.data.some((sample) => Math.abs(sample) > audibleAmplitude))
        audibleAtMs.push(Date.now());
  });

  const room = new Room();
  const writer = { write: async () => {}, close: async () => {} };
  Object.assign(room, {
    localParticipant: {
      identity: 'agent',
      publishTrack: async (agentVoice: LocalAudioTrack) => {
        agentAudio.resolve(
          new AudioStream(agentVoice, {
            sampleRate: agentAudioRateHz,
            numChannels: 1,
            frameSizeMs: agentAudioFrameMs,
          }),
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
  const answeredTopics: { topic: string; afterTurns: number }[] = [];
  let endReports = 0;
  let outcome: { reason: EndReason; spent?: Cost } | undefined;
  const agent = await createAgent(
    {
      room,
      language,
      plan,
      ownerVoice: options.ownerVoice,
      copy: options.copy,
      report: (event) => {
        if (event.type === 'turn') turns.push(event);
        else if (event.type === 'ended') {
          outcome = event;
          endReports++;
        } else if (event.type !== 'started') factEvents.push(event);
        if (event.type === 'answer') answeredTopics.push({ topic: event.topic, afterTurns: turns.length });
      },
    },
    vendor.url,
    options,
  );
  const microphone = new AudioSource(microphoneRateHz, 1, 10_000);

  const identity = `${visitorIdentityPrefix}1`;
  const now = () => ({ atMs: Date.now() });
  await agent.open();
  agent.handle({ type: 'entered', ...now() });
  agent.handle({ type: 'visitor_met', ...now(), identity });
  const track = LocalAudioTrack.createAudioTrack('microphone', microphone);
  const publication = { source: TrackSource.SOURCE_MICROPHONE, muted: false };
  Reflect.apply(room.emit, room, [LiveKitEvent.TrackSubscribed, track, publication, { identity }]);

  const speak = (samples: Int16Array) =>
    microphone.captureFrame(new AudioFrame(samples, microphoneRateHz, 1, samples.length));
  const until = async (isTrue: () => boolean, description: () => string) => {
    const endMs = Date.now() + waitTimeoutMs;
    for (; !isTrue(); await delay(pollMs))
      if (Date.now() > endMs) throw new Error(`Not in ${waitTimeoutMs} ms: ${description()}`);
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
    savedAnswers: () =>
      Object.fromEntries(
        factEvents.flatMap((each) => (each.type === 'answer' ? [[each.topic, each.value]] : [])),
      ),
    answeredTopics,
    /** The number in the lead, if the visitor gave another one. */
    phone: () => factEvents.findLast((event) => event.type === 'phone_corrected')?.phone,
    endReason: () => outcome?.reason,
    /** How often the call was reported as ended. */
    endCount: () => endReports,
    spent: () => outcome?.spent,
    heardMs: () => audibleAtMs.length * agentAudioFrameMs,
    audibleAtMs,
    /** Waits until this many utterances of the agent contain the text. */
    untilHeard: async (text: string, times = 1) => {
      const isHeard = () => heard().filter((each) => each.includes(text)).length >= times;
      await until(isHeard, () => `hears “${text}” among ${JSON.stringify(heard())}`);
    },
    /** Waits until the agent has spoken for this much longer. */
    untilHeardFor: async (ms: number) => {
      const beforeMs = audibleAtMs.length * agentAudioFrameMs;
      await until(
        () => audibleAtMs.length * agentAudioFrameMs >= beforeMs + ms,
        () => `the agent speaks for ${ms} ms`,
      );
    },
    untilEnded: async () => {
      await until(
        () => outcome !== undefined,
        () => 'the call ends',
      );
      return outcome?.reason;
    },
    type: (text: string) => {
      visitorSaid.push(text);
      agent.handle({ type: 'visitor_typed', ...now(), text });
    },
    /** Speaks for about a second; the recogniser returns `text`. */
    say: async (text: string) => {
      if (text !== '') visitorSaid.push(text);
      vendor.settings.transcripts = [text];
      await speak(await visitorVoice());
    },
    /** Speaks about a second for each text, with pauses between them; the recogniser returns the texts. */
    sayWithPauses: async (texts: readonly string[], pauseMs: number) => {
      visitorSaid.push(...texts);
      // A busy machine may cut the last utterance in two: the second half has no words.
      vendor.setTranscripts([...texts, '']);
      const pause = new Int16Array((microphoneRateHz * pauseMs) / 1000);
      const samples = await visitorVoice();
      await speak(joinSamples(texts.flatMap((_, at) => (at === 0 ? [samples] : [pause, samples]))));
    },
    /** Speaks with this voice; the recogniser returns `text`. */
    speak: (samples: Int16Array, text: string) => {
      visitorSaid.push(text);
      vendor.settings.transcripts = [text];
      return speak(samples);
    },
    close: async () => {
      await agent.close();
      listening.abort();
      await microphone.close();
      await vendor.close();
    },
    disconnect: () => agent.handle({ type: 'visitor_lost', ...now(), isForGood: false }),
    leave: () => agent.handle({ type: 'visitor_lost', ...now(), isForGood: true }),
    reconnect: () => agent.handle({ type: 'visitor_back', ...now(), identity }),
  };
}

function modelTurn({ messages }: ChatRequest, visitorSaid: readonly string[]): Omit<ModelTurn, 'request'> {
  const messagesSinceReply = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  const visitorTexts = messagesSinceReply.flatMap((message) =>
    message.role === 'user' ? visitorSaid.filter((words) => textOf(message).includes(words)) : [],
  );
  return {
    said: visitorTexts.length > 0 ? visitorTexts.join(' ') : undefined,
    isAfterTools: messages.at(-1)?.role === 'tool',
  };
}
