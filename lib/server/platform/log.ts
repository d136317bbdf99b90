import { traceIdOf } from '../../contracts/trace.ts';
import { secretNames } from './env.ts';
import { messageOf } from './message-of.mjs';

type Level = 'info' | 'warn' | 'error';

/** Fields allowed in a log: ids, room names, counts and technical causes. No phone number, transcript or key. */
type LogFields = Record<string, string | number | boolean | null | undefined>;

function write(level: Level, event: string, fields: LogFields, cause?: unknown): void {
  const { room } = fields;
  const trace = typeof room === 'string' ? { trace: traceIdOf(room) } : {};
  const line = { time: new Date().toISOString(), level, event, ...fields, ...trace, ...describe(cause) };
  process.stderr.write(redact(JSON.stringify(line)) + '\n');
}

/** Sensitive data in errors of libraries: phone numbers, tokens, passwords in addresses. */
const secretPatterns: [RegExp, string][] = [
  [/\+?998[\s-]?\d{2}[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?!\d)/g, '[phone]'],
  [/eyJ[\w-]{5,}\.[\w-]+\.[\w-]+/g, '[token]'],
  [/(\w+:\/\/[^\s:/"]*):[^\s@"]+@/g, '$1:[password]@'],
];
/** A shorter secret could also be an ordinary word. */
const minSecretChars = 8;
let secrets: string[] | undefined;

/** The secret values and, for lists, their pieces: each plain and as escaped in JSON, longest first. */
function secretsOf(environment: NodeJS.ProcessEnv): string[] {
  return secretNames
    .flatMap((name) => {
      const value = environment[name]?.trim() ?? '';
      const keys = [...value.matchAll(/"apiKey"\s*:\s*"([^"]+)"/g)].map(([, key = '']) => key);
      const headers = name.endsWith('HEADERS')
        ? [...value.matchAll(/=([^,]+)/g)].map(([, key = '']) => key)
        : [];
      return [value, ...keys, ...headers];
    })
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
    .filter(({ length }) => length >= minSecretChars)
    .toSorted((one, other) => other.length - one.length);
}

function redact(line: string): string {
  secrets ??= secretsOf(process.env);
  const withoutPatterns = secretPatterns.reduce((text, [pattern, name]) => text.replace(pattern, name), line);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), withoutPatterns);
}

function describe(cause: unknown): LogFields {
  if (cause === undefined) return {};
  if (!(cause instanceof Error)) return { error: String(cause) };
  return { error: `${cause.name}: ${messageOf(cause)}`, stack: cause.stack, ...describeCause(cause.cause) };
}

function describeCause(cause: unknown): LogFields {
  return cause === undefined ? {} : { cause: messageOf(cause) };
}

/** Logs one JSON line per event to standard error. */
export const log = {
  info: (event: string, fields: LogFields = {}) => write('info', event, fields),
  warn: (event: string, fields: LogFields = {}, cause?: unknown) => write('warn', event, fields, cause),
  error: (event: string, fields: LogFields = {}, cause?: unknown) => write('error', event, fields, cause),
};
