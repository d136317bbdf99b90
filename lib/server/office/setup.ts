import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../contracts/errors.ts';
import type { ReasoningEffort } from '../../contracts/choices.ts';
import type { SetupPartName, SetupStates, TrialResult } from '../../contracts/office.ts';
import { createRoomName } from '../../contracts/room.ts';
import { type TokenResponse, agentIdentityPrefix } from '../../contracts/token.ts';
import { type Language, fallbackLanguage } from '../../i18n/language.ts';
import { messagesOf } from '../../i18n/messages.ts';
import { type Samples, joinSamples, pcmRateHz } from '../audio/pcm.ts';
import { wavFile } from '../../wav.ts';
import { roomService, withLiveKitErrors } from '../platform/livekit.ts';
import { openTrial } from '../calls/trial.ts';
import { publishedPlan, publishedVersion } from '../plan/plan-versions.ts';
import { sendTelegram, sendWebhook } from '../jobs/notices.ts';
import { db } from '../platform/db.ts';
import { env } from '../platform/env.ts';
import { health } from './health.ts';
import { firstTokenLimitMs } from '../language-models/chat-stream.ts';
import { modelVendors } from '../language-models/configured-models.ts';
import { deleteUnlessNamed, storage } from '../platform/storage/index.ts';
import { withSpooled } from '../platform/storage/spool.ts';
import { recognizer } from '../speech/stt.ts';
import { sampleStates } from '../speech/sample.ts';
import { synthesizer } from '../speech/tts.ts';
import { endCall } from './live.ts';
import { recentFailures } from './vendor-failures.ts';
import { modelEndings } from './model-endings.ts';
import { trialSentences, tryModel } from './model-trial.ts';

const trialTimeoutMs = 60_000;
const agentJoinsWithinMs = 15_000;

/** Lists which parts are set up, and what enables the others. */
export async function setupStates(): Promise<SetupStates> {
  const [failures, endings] = await Promise.all([recentFailures(), modelEndings()]);
  const { LIVEKIT_URL, NOTICE_WEBHOOK_URL, TELEGRAM_BOT_TOKEN } = env();
  const { BLOB_READ_WRITE_TOKEN, S3_BUCKET } = env();
  const part = (name: SetupPartName, by: string | undefined, ...variables: string[]) => ({
    part: name,
    state: by === undefined ? ('off' as const) : ('on' as const),
    by,
    variables,
    failures: failures.filter((failure) => failure.part === name),
    endings: endings.filter((ending) => ending.part === name),
  });
  const channels = [NOTICE_WEBHOOK_URL && 'webhook', TELEGRAM_BOT_TOKEN && 'Telegram'].filter(Boolean);
  return {
    samples: await sampleStates(),
    parts: [
      part('database', 'Postgres', 'DATABASE_URL'),
      part(
        'storage',
        BLOB_READ_WRITE_TOKEN ? 'Vercel Blob' : S3_BUCKET ? 'S3' : 'DATA_DIR',
        'BLOB_READ_WRITE_TOKEN',
        'S3_BUCKET',
        'S3_ENDPOINT',
      ),
      part('synthesis', synthesizer().name, 'TTS_PROVIDER', 'MUXLISA_API_KEY', 'TTS_MODEL_DIR'),
      part('recognition', recognizer()?.name, 'STT_PROVIDER', 'MUXLISA_API_KEY', 'STT_MODEL_DIR'),
      part(
        'language_model',
        modelVendors(env())[0]?.model,
        'LLM_MODEL',
        'OPENAI_BASE_URL',
        'OPENAI_API_KEY',
        'LLM_REASONING',
      ),
      part('calls', LIVEKIT_URL && 'LiveKit', 'LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'),
      part(
        'notices',
        channels.join(', ') || undefined,
        'NOTICE_WEBHOOK_URL',
        'NOTICE_WEBHOOK_SECRET',
        'TELEGRAM_BOT_TOKEN',
        'TELEGRAM_CHAT_ID',
      ),
    ],
  };
}

/**
 * Tries a part the way the product uses it.
 * @throws AppError that says what is wrong with it
 */
export async function tryPart(
  part: SetupPartName,
  language: Language,
  reasoning?: ReasoningEffort,
): Promise<TrialResult> {
  const beganMs = performance.now();
  const signal = AbortSignal.timeout(trialTimeoutMs);
  const result = await trials[part](signal, language, reasoning);
  return { tookMs: Math.round(performance.now() - beganMs), ...result };
}

/** Opens a trial call like a visitor's, without a lead. Returns its room once the agent has joined. */
async function tryCall(language: Language): Promise<TokenResponse> {
  const { parts } = await health();
  const brokenPart = [parts.livekit, parts.agent].find(({ state }) => state !== 'ok');
  if (brokenPart !== undefined) throw new AppError('calls_unavailable', { detail: brokenPart.detail });
  const room = createRoomName();
  const planVersion = await publishedVersion();
  const call = { room, language, planVersion, browserHash: room, addressHash: room };
  // The second offer runs in the background: this request waits for the agent.
  const trialCall = await openTrial(call, (work) => void work());
  const deadline = Date.now() + agentJoinsWithinMs;
  for (;;) {
    const participants = await withLiveKitErrors(roomService().listParticipants(room));
    if (participants.some(({ identity }) => identity.startsWith(agentIdentityPrefix))) break;
    if (Date.now() > deadline) {
      await endCall(room);
      throw new AppError('calls_unreachable', { detail: 'The agent did not join the room.' });
    }
    await delay(200);
  }
  return trialCall;
}

type PartTrial = (
  signal: AbortSignal,
  language: Language,
  reasoning: ReasoningEffort | undefined,
) => Promise<Omit<TrialResult, 'tookMs'>>;

const trials: Record<SetupPartName, PartTrial> = {
  async database() {
    await db().$queryRaw`SELECT 1`;
    return {};
  },
  async calls(_, language) {
    return { call: await tryCall(language) };
  },
  /** Tries all configured models; `reasoning` overrides their setting. */
  async language_model(_, language, reasoning) {
    const vendors = modelVendors(env());
    if (vendors.length === 0) throw notSetUp();
    const trialOptions = {
      plan: await publishedPlan(),
      language,
      limitMs: firstTokenLimitMs(vendors.length),
    };
    const triedModels = vendors.map((each) =>
      tryModel({ ...each, reasoning: reasoning ?? each.reasoning }, trialSentences[language], trialOptions),
    );
    return { models: await Promise.all(triedModels) };
  },
  async storage() {
    const bytes = wavFile(new Int16Array(pcmRateHz / 10));
    const key = `leads/${randomUUID()}.wav`;
    await deleteUnlessNamed(key);
    await withSpooled(bytes, (file) => storage().put(key, { ...file, type: 'audio/wav' }));
    try {
      const storedSound = await storage().get(key);
      const storedBytes =
        storedSound === null ? 0 : (await new Response(storedSound).arrayBuffer()).byteLength;
      if (storedBytes !== bytes.length) throw new AppError('storage_failed');
    } finally {
      await storage().delete(key);
    }
    return {};
  },
  async synthesis(signal, language) {
    await speak(signal, language);
    return { said: trialSentences[language] };
  },
  async recognition(signal, language) {
    const chosenRecognizer = recognizer();
    if (chosenRecognizer === null) throw new AppError('speech_unavailable');
    const { text } = await chosenRecognizer.transcribe(await speak(signal, language), { language, signal });
    return { said: text };
  },
  async notices() {
    const { NOTICE_WEBHOOK_URL: url, NOTICE_WEBHOOK_SECRET: secret } = env();
    const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHAT_ID: chatId } = env();
    if ((url ?? token) === undefined) throw notSetUp();
    const name = messagesOf[fallbackLanguage].setup_test_notice;
    try {
      if (token !== undefined && chatId !== undefined) await sendTelegram(name, { token, chatId });
      if (url !== undefined && secret !== undefined)
        await sendWebhook(
          { leadId: randomUUID(), phone: '+998901234567', createdAt: new Date(), durationS: 0, name },
          { url, secret, event: 'test' },
        );
    } catch (cause) {
      throw new AppError('notice_failed', { cause });
    }
    return {};
  },
};

async function speak(signal: AbortSignal, language: Language): Promise<Samples> {
  const options = { language, sampleRateHz: pcmRateHz, signal } as const;
  const pieces = await Array.fromAsync(synthesizer().synthesize(trialSentences[language], options));
  return joinSamples(pieces.map((piece) => new Int16Array(piece)));
}

const notSetUp = () => new AppError('not_found', { detail: 'This part is not set up.' });
