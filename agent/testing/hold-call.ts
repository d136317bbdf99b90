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
import type { CallEvent, EndReason, Turn } from '../../lib/contracts/call-events.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { visitorIdentityPrefix } from '../../lib/contracts/token.ts';
import type { Language } from '../../lib/i18n/language.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { parseEnv } from '../../lib/server/platform/env.ts';
import { localSynthesizer, synthesizers } from '../../lib/server/speech/tts.ts';
import type { Waits } from '../interview/timing.ts';
import type { CallContext } from '../livekit/call.ts';
import type { Conversation } from '../livekit/conversation.ts';
import { Phrases } from '../livekit/phrases.ts';
import { ScriptedConversation } from '../livekit/scripted.ts';
import { SessionConversation } from '../livekit/session/session.ts';
import { sessionVendors } from '../livekit/session/vendors.ts';
import { type ChatRequest, LoopbackVendor, type ModelReply } from './loopback-vendor.ts';
import { fourTopics } from './plan.ts';

/** A request to the model, as a test reads it. */
export interface ModelTurn {
  /** The visitor's words since the agent's last ones; undefined if the visitor was silent. */
  said: string | undefined;
  /** The tools have answered: the model goes on. */
  afterTools: boolean;
  request: ChatRequest;
}

export interface CallOptions {
  model: (turn: ModelTurn) => ModelReply;
  plan?: InterviewPlan;
  language?: Language;
  /** Held without a model. */
  scripted?: boolean;
  waits?: Partial<Waits>;
}

/** The engine under test: the only place that names it. */
async function conversationOf(
  call: CallContext,
  url: string,
  { scripted, waits }: CallOptions,
): Promise<Conversation> {
  const settings = parseEnv({
    OPENAI_BASE_URL: url,
    LLM_MODEL: 'loopback',
    STT_PROVIDER: 'openai',
    TTS_PROVIDER: 'openai',
  });
  const phrases = new Phrases(call.plan, synthesizers(settings));
  if (scripted === true) return new ScriptedConversation(call, phrases, waits);
  const vendors = (await sessionVendors(settings, () => false))();
  if (vendors === undefined) throw new Error('no recogniser');
  return new SessionConversation(call, phrases, vendors, waits);
}

const microphoneRateHz = 16_000;
const earRateHz = 16_000;
const earFrameMs = 20;
const audibleAmplitude = 300;
const longEnough = { timeout: 15_000 };
let voice: Promise<Int16Array> | undefined;

/** About a second of speech. What it says is decided by the recogniser. */
function visitorVoice(): Promise<Int16Array> {
  voice ??= Array.fromAsync(
    localSynthesizer().synthesize('Mening ismim Aziz.', { language: 'uz', sampleRateHz: microphoneRateHz }),
  ).then(joinSamples);
  return voice;
}

/**
 * Holds a call between a visitor, who speaks, types or is silent, and the vendors on loopback HTTP. There is no media server: both audio
 * tracks are real ones of this process.
 */
export async function holdCall({ expect, onTestFinished }: TestContext, options: CallOptions) {
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
      const turn = { ...modelTurn(request, visitorSaid), request };
      requests.push(turn);
      return options.model(turn);
    },
  }).start();

  const ear = Promise.withResolvers<AudioStream>();
  let soundMs = 0;
  const hearing = new AbortController();
  void ear.promise.then(async (frames) => {
    const reader = frames.getReader();
    hearing.signal.addEventListener('abort', () => void reader.cancel());
    for (let read = await reader.read(); !read.done; read = await reader.read())
      if (read.value.data.some((sample) => Math.abs(sample) > audibleAmplitude)) soundMs += earFrameMs;
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
  const found: CallEvent[] = [];
  let ended: { reason: EndReason; atMs: number } | undefined;
  const conversation = await conversationOf(
    {
      room,
      roomName: 'room',
      language,
      plan,
      report: {
        started: () => {},
        turn: (turn) => turns.push(turn),
        found: (event) => found.push(event),
        ended: (reason, atMs) => (ended = { reason, atMs }),
      },
    },
    vendor.url,
    options,
  );
  const microphone = new AudioSource(microphoneRateHz, 1, 10_000);
  onTestFinished(async () => {
    await conversation.close();
    hearing.abort();
    await microphone.close();
    await vendor.close();
  });

  const identity = `${visitorIdentityPrefix}1`;
  const now = () => ({ atMs: Date.now() });
  await conversation.open();
  conversation.handle({ type: 'entered', ...now() });
  conversation.handle({ type: 'visitor_met', ...now(), identity });
  const track = LocalAudioTrack.createAudioTrack('microphone', microphone);
  const publication = { source: TrackSource.SOURCE_MICROPHONE, muted: false };
  Reflect.apply(room.emit, room, [LiveKitEvent.TrackSubscribed, track, publication, { identity }]);

  const heard = () => turns.flatMap(({ speaker, text }) => (speaker === 'agent' ? (text ?? []) : []));
  return {
    vendor,
    requests,
    turns,
    /** The agent's utterances in order, each as far as it was heard. */
    heard,
    found: () =>
      Object.fromEntries(found.flatMap((each) => (each.type === 'answer' ? [[each.topic, each.value]] : []))),
    ended: () => ended?.reason,
    endedAtMs: () => ended?.atMs ?? Infinity,
    /** How much sound of the agent's voice has come to the visitor, ms. */
    soundMs: () => soundMs,
    /** Waits until the agent has said this, in so many utterances. */
    hears: async (what: string, times = 1) => {
      const count = () => heard().filter((text) => text.includes(what)).length;
      await expect.poll(count, { ...longEnough, message: `hears “${what}”` }).toBeGreaterThanOrEqual(times);
    },
    ends: async () => {
      await expect.poll(() => ended?.reason, { ...longEnough, message: 'the call ends' }).toBeDefined();
      return ended?.reason;
    },
    type: (text: string) => {
      visitorSaid.push(text);
      conversation.handle({ type: 'visitor_typed', ...now(), text });
    },
    /** Speaks for about a second; `text` is what the recogniser makes of it. */
    say: async (text: string) => {
      if (text !== '') visitorSaid.push(text);
      vendor.settings.heard = [text];
      const samples = await visitorVoice();
      await microphone.captureFrame(new AudioFrame(samples, microphoneRateHz, 1, samples.length));
    },
    lose: () => conversation.handle({ type: 'visitor_lost', ...now(), forGood: false }),
    leave: () => conversation.handle({ type: 'visitor_lost', ...now(), forGood: true }),
    return: () => conversation.handle({ type: 'visitor_back', ...now(), identity }),
  };
}

function modelTurn({ messages }: ChatRequest, visitorSaid: readonly string[]): Omit<ModelTurn, 'request'> {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  const said = since.flatMap(({ role, content }) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
    return role === 'user' ? visitorSaid.filter((words) => text.includes(words)) : [];
  });
  return {
    said: said.length > 0 ? said.join(' ') : undefined,
    afterTools: messages.at(-1)?.role === 'tool',
  };
}
