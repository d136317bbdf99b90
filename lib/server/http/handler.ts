import { after } from 'next/server';
import { DatabaseError } from 'pg';
import { z } from 'zod';
import { AppError } from '../../contracts/errors.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { env } from '../platform/env.ts';
import { storageFull } from '../platform/free-space.ts';
import { log } from '../platform/log.ts';
import { flushTraces, traceWork } from '../platform/telemetry.ts';

/** The response of an error: {detail, code}, its status, and Retry-After if known. */
export function errorResponse(error: AppError): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (error.retryAfterS !== undefined) headers.set('retry-after', String(Math.ceil(error.retryAfterS)));
  return Response.json(error.body, { status: error.status, headers });
}

/** Converts any thrown value to an error of the catalogue; an unknown one to `internal`. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.core.$ZodError) {
    const [issue] = error.issues;
    const field = issue?.path.join('.') || 'body';
    return new AppError('invalid_field', {
      detail: `${field}: ${issue?.message ?? 'not valid'}`,
      cause: error,
    });
  }
  if (isDatabaseFull(error)) return storageFull(error);
  if (isDatabaseOutage(error)) return new AppError('database_unavailable', { cause: error, retryAfterS: 5 });
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === missingRowCode) {
    return new AppError('not_found', { cause: error });
  }
  return new AppError('internal', { cause: error });
}

/** Prisma's codes for failed connections, failed transactions, timeouts, deadlocks, and no free connection. */
const outageCodes = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);
/** Prisma's code for a row that somebody else has just deleted. */
const missingRowCode = 'P2025';
const driverOutage =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|the database system is|terminating connection|Can't reach database server|DatabaseNotReachable/;

/** SQLSTATE of a full disk, and of a quota that is used up. */
const fullStates = new Set<unknown>(['53100', '53400']);
/** SQLSTATE of a write to a database that its host has made read-only or that is a standby, and of no free connection. */
const outageStates = new Set<unknown>(['25006', '53300']);
const driverError = z.object({
  driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }),
});

/** The SQLSTATE with which Postgres refused a statement. */
function sqlStateOf(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return undefined;
  return driverError.safeParse(error.meta).data?.driverAdapterError.cause.originalCode;
}

export function isDatabaseFull(error: unknown): boolean {
  return fullStates.has(sqlStateOf(error));
}

function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof Prisma.PrismaClientInitializationError || outageStates.has(sqlStateOf(error)))
    return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && outageCodes.has(error.code)) return true;
  return driverOutage.test(error.message) || isDatabaseOutage(error.cause);
}

type Handle<Context> = (request: Request, context: Context) => Promise<Response>;

/** A route handler. What it throws becomes an error response, and it may join the trace of a call. */
export function handler<Context>(handle: Handle<Context>): Handle<Context> {
  return answering((request, context) => {
    // A serverless function is frozen once it has answered.
    if (process.env.VERCEL && env().OTEL_EXPORTER_OTLP_ENDPOINT) after(flushTraces);
    return traceWork(() => handle(request, context), request.headers.get('traceparent'));
  });
}

/**
 * Answers with the handler's result or its error. Logs our own faults with their cause, but no refusals and no cancelled requests.
 */
export function answering<Context>(handle: Handle<Context>): Handle<Context> {
  return async (request, context) => {
    try {
      return await handle(request, context);
    } catch (thrown) {
      const error = toAppError(thrown);
      const isCancelled = request.signal.aborted && thrown === request.signal.reason;
      if (error.status >= 500 && error.code !== 'lines_busy' && !isCancelled)
        log.error(
          'request_failed',
          { path: new URL(request.url).pathname, code: error.code },
          error.cause ?? error,
        );
      return errorResponse(error);
    }
  };
}
