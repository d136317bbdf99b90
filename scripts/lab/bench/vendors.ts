import {
  LoopbackVendor,
  type ChatRequest,
  type StagedReply,
} from '../../../agent/testing/loopback-vendor.ts';
import { answers } from './callers.ts';

/** The vendors' delays, a lower bound of a reply's wait. */
const delays = { recognitionMs: 150, firstTokenMs: 250, voiceDelayMs: 120 };

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

/** Starts a loopback language model, recogniser and voice. With `settings` the product uses them. */
export async function loopbackVendors() {
  const vendor = await new LoopbackVendor({ ...delays, transcripts: answers, reply: interviewer }).start();
  const settings = {
    LLM_MODEL: 'loopback',
    OPENAI_BASE_URL: vendor.url,
    OPENAI_API_KEY: 'loopback',
    STT_PROVIDER: 'openai',
    STT_MODEL: 'loopback',
    TTS_PROVIDER: 'openai',
    TTS_MODEL: 'loopback',
  };
  return { settings, [Symbol.asyncDispose]: () => vendor.close() };
}
