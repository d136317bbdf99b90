type Level = 'info' | 'warn' | 'error';

/** What may stand in a log: ids, names of rooms, counts and technical causes; never a phone number, a transcript or a key. */
type LogFields = Record<string, string | number | boolean | null | undefined>;

function write(level: Level, event: string, fields: LogFields, cause?: unknown): void {
  const line = { time: new Date().toISOString(), level, event, ...fields, ...describe(cause) };
  process.stderr.write(JSON.stringify(line) + '\n');
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
