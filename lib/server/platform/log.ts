import { traceIdOf } from '../../contracts/trace.ts';

type Level = 'info' | 'warn' | 'error';

/** Fields allowed in a log: ids, names of rooms, counts and technical causes; never a phone number, a transcript or a key. */
type LogFields = Record<string, string | number | boolean | null | undefined>;

function write(level: Level, event: string, fields: LogFields, cause?: unknown): void {
  const { room } = fields;
  const trace = typeof room === 'string' ? { trace: traceIdOf(room) } : {};
  const line = { time: new Date().toISOString(), level, event, ...fields, ...trace, ...describe(cause) };
  process.stderr.write(redacted(JSON.stringify(line)) + '\n');
}

/** Sensitive data that errors of libraries carry: numbers of visitors, tokens, passwords in addresses. */
const secretPatterns: [RegExp, string][] = [
  [/\+?998[\s-]?\d{2}[\s-]?\d{3}[\s-]?\d{2}[\s-]?\d{2}(?!\d)/g, '[phone]'],
  [/eyJ[\w-]{5,}\.[\w-]+\.[\w-]+/g, '[token]'],
  [/(\w+:\/\/[^\s:/"]*):[^\s@"]+@/g, '$1:[password]@'],
];
const secretNames = /(SECRET|PASSWORD|TOKEN|API_KEY)$/;
let secrets: string[] | undefined;

function redacted(line: string): string {
  secrets ??= Object.entries(process.env).flatMap(([name, value]) =>
    secretNames.test(name) && value !== undefined && value.length >= 8 ? [value] : [],
  );
  const patterned = secretPatterns.reduce((text, [pattern, name]) => text.replace(pattern, name), line);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), patterned);
}

function describe(cause: unknown): LogFields {
  if (cause === undefined) return {};
  if (!(cause instanceof Error)) return { error: String(cause) };
  return { error: `${cause.name}: ${cause.message}`, stack: cause.stack, ...describeCause(cause.cause) };
}

function describeCause(cause: unknown): LogFields {
  return cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : String(cause) };
}

/** One JSON line an event, on standard error. */
export const log = {
  info: (event: string, fields: LogFields = {}) => write('info', event, fields),
  warn: (event: string, fields: LogFields = {}, cause?: unknown) => write('warn', event, fields, cause),
  error: (event: string, fields: LogFields = {}, cause?: unknown) => write('error', event, fields, cause),
};
