import {
  LoopbackVendor,
  type ChatRequest,
  type StagedReply,
} from '../../../agent/testing/loopback-vendor.ts';
import { trimmed } from '../../../agent/speaking/call-voice.ts';
import { termsVersion } from '../../../lib/contracts/consent.ts';
import { createRoomName } from '../../../lib/contracts/room.ts';
import type { TokenRequest } from '../../../lib/contracts/token.ts';
import { joinSamples } from '../../../lib/server/audio/pcm.ts';
import { synthesizer } from '../../../lib/server/speech/tts.ts';
import { opusPackets } from './callers.ts';

const answerRateHz = 48_000;
/** Half a second. */
const nodPackets = 25;
const answers = [
  'Mening ismim Aziz Karimov.',
  'Men dasturchi boʻlib ishlayman, kichik jamoani boshqaraman.',
  'Mijozlarimiz bilan ovozli muloqotni yoʻlga qoʻymoqchimiz.',
  'Bizga kuniga ming qoʻngʻiroqqa javob beradigan yordamchi kerak.',
];

let phones = Math.floor(Math.random() * 1e6);

/** Each visitor has a number of their own, so that no cooldown blocks the next. */
export function nextPhone(): string {
  phones = (phones + 1) % 1e7;
  return `99890${String(phones).padStart(7, '0')}`;
}

export function nextRequest(): TokenRequest {
  return {
    roomName: createRoomName(),
    participantName: 'User',
    phoneNumber: nextPhone(),
    language: 'uz',
    termsVersion,
  };
}

/** The Opus packets of each answer. */
export async function answerPackets(): Promise<string[][]> {
  const options = { language: 'uz', sampleRateHz: answerRateHz } as const;
  const spoken = await Promise.all(
    answers.map(async (text) =>
      trimmed(joinSamples(await Array.fromAsync(synthesizer().synthesize(text, options)))),
    ),
  );
  return opusPackets(spoken, answerRateHz);
}

/** "Mhm": longer than the barge-in threshold, shorter than the longest backchannel. */
export function nodOf([answer = []]: string[][]): string[] {
  return answer.slice(0, nodPackets);
}

/** The vendors' delays, a lower bound of a reply's wait; the target is their sum plus 400 ms. */
export const vendorDelays = { recognitionMs: 150, firstTokenMs: 250, voiceMs: 120 };

const lines = [
  'Tanishganimdan xursandman. Endi ayting-chi, hozir qayerda va kim boʻlib ishlaysiz?',
  'Ajoyib, rahmat sizga. Qanday yordamchi kerak, u mijozlaringizga nimalarni aytib bersin?',
  'Tushundim, rahmat sizga. Yana nimalar muhim, masalan kunlari va soatlari qanday boʻlsin?',
];

/** Asks another question after each answer, and says goodbye after the last one. Summaries and answers are not streamed. */
function interviewer({ messages, stream }: ChatRequest): StagedReply {
  if (stream !== true) return { text: '{"ism":"Aziz"}' };
  const text = lines[messages.filter(({ role }) => role === 'user').length - 1];
  if (text !== undefined) return { text };
  return { text: 'Rahmat, xayr!', calls: [{ name: 'end_call', args: { reason: 'visitor_wishes' } }] };
}

/** Starts a language model, recogniser and voice. `settings` are the product's for them. */
export async function loopbackVendors() {
  const vendor = await new LoopbackVendor({ ...vendorDelays, heard: answers, reply: interviewer }).start();
  const settings = {
    LLM_MODEL: 'loopback',
    OPENAI_BASE_URL: vendor.url,
    OPENAI_API_KEY: 'loopback',
    STT_PROVIDER: 'openai',
    STT_MODEL: 'loopback',
    TTS_PROVIDER: 'openai',
    TTS_MODEL: 'loopback',
  };
  return { settings, hearsNods: () => vendor.hears(['Aha.']) };
}
