import { z } from 'zod';
import { contactPerson, ownerSentence, partner } from '../../contracts/site.ts';

const text = z.string().trim().min(1);
const httpUrl = z.url({ protocol: /^https?$/ });
const port = z.coerce.number().int().min(1).max(65_535);
const positive = z.coerce.number().int().positive();
/** Secrets never appear in a log line (log.ts). */
const secret = (shape: z.ZodType<string> = text) => shape.optional().meta({ secret: true });
const secretOf = (minCharacters: number) =>
  secret(z.string().min(minCharacters, `must have ${minCharacters} characters at least`));
const positiveWithDefault = (fallback: number) => positive.default(fallback);
/** Hops (a number) or address ranges, separated by commas. */
const trustedProxies = z
  .union([
    z.coerce.number().int().min(0).max(10),
    z
      .string()
      .transform((list) => list.split(',').map((range) => range.trim()))
      .pipe(z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]))),
  ])
  .default(0);
const speechProvider = z.enum(['muxlisa', 'openai', 'upstream', 'local']);

/** US dollars per million tokens or characters, or per hour of sound. */
const price = z.coerce.number().nonnegative();

const json = z.string().transform((value, context) => {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
});

/** Further language models, in order of fallback. */
const llmFallbacks = json.pipe(
  z.array(
    z.strictObject({
      model: text,
      baseUrl: httpUrl.optional(),
      apiKey: text.optional(),
      reasoning: text.optional(),
      priceIn: price.optional(),
      priceOut: price.optional(),
    }),
  ),
);

/** Ports of this machine where model servers are searched. */
const modelPorts = z.union([
  z.literal('off').transform((): number[] => []),
  z
    .string()
    .transform((list) => list.split(',').map(Number))
    .pipe(z.array(z.number().int().min(1).max(65_535))),
]);

const otlpHeader = /^\s*[\w!#$&'*+.^`|~-]+\s*=(?:[\x20-\x24\x26-\x7e]|%[\da-f]{2})*$/i;
/** With other characters, the SDK silently drops the header or exports nothing. */
const otlpHeaders = text.refine(
  (list) => list.split(',').every((header) => otlpHeader.test(header)),
  'must be name=value, separated by commas, with percent-encoded values',
);

/** The product's settings; .env.example says what each is for. */
const variables = z.object({
  PORT: port.default(3000),
  // With 127.0.0.1, Next would send the middleware's rewrites to itself, again and again.
  HOST: text.default('localhost'),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: positiveWithDefault(5),
  LIVEKIT_URL: z.url({ protocol: /^(wss?|https?)$/ }).optional(),
  LIVEKIT_API_KEY: text.optional(),
  LIVEKIT_API_SECRET: secret(),
  LIVEKIT_OLD_API_KEY: text.optional(),
  LIVEKIT_OLD_API_SECRET: secret(),
  AGENT_PROCESSES: z.coerce.number().int().min(1).max(256).optional(),
  AGENT_MAX_CALLS: positiveWithDefault(16),
  AGENT_RETIRE_CALLS: positiveWithDefault(500),
  AGENT_RETIRE_MB: positiveWithDefault(256),
  AGENT_PORT: port.optional(),
  DRAIN_S: z.coerce.number().int().min(0).max(86_400).default(700),
  AGENT_CALLBACK_URL: httpUrl.optional(),
  VERCEL_AUTOMATION_BYPASS_SECRET: secret(),
  BLOB_READ_WRITE_TOKEN: secret(),
  BLOB_PREFIX: text.optional(),
  S3_BUCKET: text.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_PREFIX: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/, 'must be a folder: small letters, digits, - and /')
    .optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: secret(),
  S3_UPLOADS: z.enum(['server', 'browser']).default('server'),
  BACKUP_KEY: secretOf(16),
  JOBS: z.enum(['here', 'elsewhere']).default('here'),
  ADMIN_PASSWORD: secret(),
  /** Set only by the local start command: the admin page needs no password on a loopback address. */
  ADMIN_WITHOUT_PASSWORD: z.literal('local').optional(),
  /** Created by the local start command for each run: its printed link signs the browser in. */
  ADMIN_TOKEN: secretOf(32),
  SESSION_SECRET: secretOf(32),
  CRON_SECRET: secret(),
  METRICS_TOKEN: secret(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: secret(otlpHeaders),
  PUBLIC_URL: httpUrl.optional(),
  SUPPORT_CHAT_URL: httpUrl.optional(),
  PARTNERS: json.pipe(z.array(partner).min(1).max(8)).optional(),
  OFFER: json.pipe(ownerSentence).optional(),
  CALL_BACK: json.pipe(ownerSentence).optional(),
  CONTACT: json.pipe(contactPerson).optional(),
  TTS_PROVIDER: speechProvider.optional(),
  STT_PROVIDER: speechProvider.optional(),
  STT_STREAMING: z.enum(['elevenlabs']).optional(),
  ELEVENLABS_API_KEY: secret(),
  ELEVENLABS_URL: httpUrl.default('https://api.elevenlabs.io/v1'),
  MUXLISA_API_KEY: secret(),
  MUXLISA_URL: httpUrl.default('https://service.muxlisa.uz'),
  SPEECH_UPSTREAM_URL: httpUrl.optional(),
  OPENAI_API_KEY: secret(),
  OPENAI_BASE_URL: httpUrl.optional(),
  LLM: z.enum(['auto']).optional(),
  LLM_PORTS: modelPorts.optional(),
  LLM_MODEL: text.optional(),
  LLM_BASE_URL: httpUrl.optional(),
  LLM_FALLBACKS: llmFallbacks.optional().meta({ secret: true }),
  LLM_REASONING: text.optional(),
  EVAL_MODEL: text.optional(),
  LLM_PRICE_IN: price.optional(),
  LLM_PRICE_OUT: price.optional(),
  STT_PRICE: price.optional(),
  STT_STREAMING_PRICE: price.optional(),
  TTS_PRICE: price.optional(),
  BUDGET_WORDS_PER_CALL: positiveWithDefault(1_500),
  BUDGET_SECONDS_PER_CALL: positiveWithDefault(480),
  BUDGET_CALLS_PER_DAY: positive.optional(),
  BUDGET_USD_PER_DAY: z.coerce.number().positive().optional(),
  AGENT_PLAN_FILE: text.optional(),
  AGENT_KNOWLEDGE_FILE: text.optional(),
  TTS_MODEL: text.optional(),
  STT_MODEL: text.optional(),
  STT_MODEL_DIR: text.optional(),
  TTS_MODEL_DIR: text.optional(),
  MODELS_URL: httpUrl.default('https://huggingface.co'),
  SPEECH_MODELS: z.enum(['auto', 'off']).optional(),
  NOTICE_WEBHOOK_URL: httpUrl.optional(),
  NOTICE_WEBHOOK_SECRET: secretOf(16),
  TELEGRAM_BOT_TOKEN: secret(),
  TELEGRAM_CHAT_ID: text.optional(),
  LIMIT_CALLS_PER_HOUR: positiveWithDefault(20),
  LIMIT_CALLS_AT_ONCE: positiveWithDefault(6),
  LIMIT_SIGN_INS_PER_HOUR: positiveWithDefault(500),
  LIMIT_SPEECH_PER_HOUR: positiveWithDefault(60),
  LIMIT_DEMO_CHARACTERS_PER_DAY: positiveWithDefault(200_000),
  LIMIT_DEMO_SECONDS_PER_DAY: positiveWithDefault(7_200),
  LIMIT_UPLOADS_PER_HOUR: positiveWithDefault(60),
  MAX_UPLOAD_MB: positiveWithDefault(64),
  ALTCHA: z.enum(['on']).optional(),
  ALTCHA_FREE_PER_MINUTE: positiveWithDefault(60),
  TRUSTED_PROXIES: trustedProxies,
  MIN_FREE_MB: z.coerce.number().int().min(0).default(256),
  SPOOL_MB: positive.optional(),
  RETENTION_DAYS: positive.optional(),
});

type Name = keyof z.infer<typeof variables>;

/** Each entry names a variable, or one value of it, and the variables of which it needs at least one. */
const requirements: [dependent: Name | `${Name}=${string}`, ...oneOf: Name[]][] = [
  ['LIVEKIT_URL', 'LIVEKIT_API_KEY'],
  ['LIVEKIT_URL', 'LIVEKIT_API_SECRET'],
  ['LIVEKIT_OLD_API_KEY', 'LIVEKIT_OLD_API_SECRET'],
  ['S3_BUCKET', 'S3_ENDPOINT'],
  ['S3_BUCKET', 'S3_ACCESS_KEY_ID'],
  ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY'],
  ['NOTICE_WEBHOOK_URL', 'NOTICE_WEBHOOK_SECRET'],
  ['TELEGRAM_BOT_TOKEN', 'TELEGRAM_CHAT_ID'],
  ['TTS_PROVIDER=muxlisa', 'MUXLISA_API_KEY'],
  ['STT_PROVIDER=muxlisa', 'MUXLISA_API_KEY'],
  ['TTS_PROVIDER=upstream', 'SPEECH_UPSTREAM_URL'],
  ['STT_PROVIDER=upstream', 'SPEECH_UPSTREAM_URL'],
  ['TTS_PROVIDER=openai', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ['STT_PROVIDER=openai', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  ['STT_STREAMING', 'ELEVENLABS_API_KEY'],
  ['LLM_MODEL', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'LLM_BASE_URL'],
  ['LLM_BASE_URL', 'LLM_MODEL'],
  ['LLM_FALLBACKS', 'LLM_MODEL'],
  ['EVAL_MODEL', 'LLM_MODEL'],
  ['LLM_PRICE_IN', 'LLM_PRICE_OUT'],
  ['BUDGET_USD_PER_DAY', 'LLM_PRICE_IN'],
];

const schema = variables.superRefine((env, context) => {
  const values: Record<string, unknown> = env;
  for (const [dependent, ...oneOf] of requirements) {
    const [name = '', value] = dependent.split('=');
    const isDependentSet = value === undefined ? values[name] !== undefined : values[name] === value;
    if (!isDependentSet || oneOf.some((needed) => env[needed] !== undefined)) continue;
    const message = `is needed with ${[dependent, ...oneOf.slice(1)].join(', or ')}`;
    context.addIssue({ code: 'custom', path: oneOf.slice(0, 1), message });
  }
  if (env.LIVEKIT_OLD_API_KEY !== undefined && env.LIVEKIT_OLD_API_KEY === env.LIVEKIT_API_KEY)
    context.addIssue({
      code: 'custom',
      path: ['LIVEKIT_OLD_API_KEY'],
      message: 'must have another name than LIVEKIT_API_KEY: a LiveKit server takes no name twice',
    });
});

export type Env = z.infer<typeof schema>;

export const variableNames = Object.keys(schema.shape);

/** The variables that are secrets or contain one. */
export const secretNames = Object.entries(schema.shape).flatMap(([name, shape]) =>
  shape.meta()?.secret === true ? [name] : [],
);

/** The database without a pooler. Neon's integration with Vercel sets its own variable for each preview. */
export function directUrl(source: Record<string, string | undefined>): string | undefined {
  return source.DIRECT_URL || source.DATABASE_URL_UNPOOLED || undefined;
}

/**
 * Reads the environment; an empty value counts as not set.
 * @throws Error whose message is one line that names the variable
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const entries = Object.entries({ ...source, DIRECT_URL: directUrl(source) });
  const nonEmpty = Object.fromEntries(entries.filter(([, value]) => value !== ''));
  const result = schema.safeParse(nonEmpty);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
}

let parsedEnv: Env | undefined;

/** The environment of this process, checked on first use. */
export function env(): Env {
  return (parsedEnv ??= parseEnv(process.env));
}
