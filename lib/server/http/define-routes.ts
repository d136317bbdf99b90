import { type AnswerOf, type ApiPath, type HandlerInput, type RouteName, api } from '../../contracts/api.ts';
import { type Access, type Endpoint, type Endpoints, type Method } from '../../contracts/endpoint.ts';
import { AppError, errorCatalogue } from '../../contracts/errors.ts';
import { z } from '../../contracts/schema.ts';
import { requireAdmin, requireCron, requireMetrics } from './auth.ts';
import { parseJson, readJson } from './body.ts';
import { errorResponse, handler } from './handler.ts';
import { requireSameOrigin } from './origin.ts';
import { readSigned } from './signing.ts';

class RouteReply<Answer> {
  readonly body: Answer;
  readonly init: ResponseInit;

  constructor(body: Answer, init: ResponseInit) {
    this.body = body;
    this.init = init;
  }
}

/** An answer with a status other than the endpoint's default, or with headers. */
export function reply<Answer>(body: Answer, init: ResponseInit): RouteReply<Answer> {
  return new RouteReply(body, init);
}

type RouteInput<Name extends RouteName> = HandlerInput<Name> & { request: Request };
type RouteHandler<Name extends RouteName> = (
  input: RouteInput<Name>,
) => Promise<AnswerOf<Name> | RouteReply<AnswerOf<Name>> | Response>;
type NameAt<Path extends ApiPath, At extends Method> = Extract<RouteName, `${At} ${Path}`>;
/** A handler for each method that the contract has at a path. */
type RouteHandlers<Path extends ApiPath> = {
  [At in Method as NameAt<Path, At> extends never ? never : At]: RouteHandler<NameAt<Path, At>>;
};

interface RouteParams {
  params?: Promise<Record<string, unknown>>;
}
type NextHandler = (request: Request, context: RouteParams) => Promise<Response>;

interface AnyRouteInput {
  request: Request;
  params: unknown;
  query: unknown;
  body: unknown;
}
type AnyHandler = (input: AnyRouteInput) => Promise<unknown>;

/**
 * Builds the handlers of a path for all methods. Before each handler it authorises the caller and parses the input by the
 * contract.
 * @param wrap turns what a handler throws into an error response
 */
export function defineRoutes<Path extends ApiPath>(
  path: Path,
  handlers: RouteHandlers<Path>,
  wrap?: typeof handler<RouteParams>,
): Record<Method, NextHandler>;
export function defineRoutes(
  path: `/api/${string}`,
  handlers: object,
  wrap: typeof handler<RouteParams> = handler,
): Record<Method, NextHandler> {
  const endpoints: Endpoints = api;
  const handlerOf = new Map<string, AnyHandler>(Object.entries(handlers));
  const refuse = async () => {
    const response = errorResponse(new AppError('method_not_allowed'));
    response.headers.set('allow', [...handlerOf.keys()].join(', '));
    return response;
  };
  const routeOf = (method: Method): NextHandler => {
    const endpoint = endpoints[`${method} ${path}`];
    const handle = handlerOf.get(method);
    if (!endpoint || !handle) return refuse;
    return wrap(async (request, context) =>
      respond(endpoint, await handle(await readInput(endpoint, request, context))),
    );
  };
  return {
    GET: routeOf('GET'),
    HEAD: routeOf('HEAD'),
    POST: routeOf('POST'),
    PUT: routeOf('PUT'),
    PATCH: routeOf('PATCH'),
    DELETE: routeOf('DELETE'),
  };
}

const admit: Record<Access, (request: Request) => void | Promise<void>> = {
  everybody: () => undefined,
  page: ({ headers }) => requireSameOrigin(headers),
  admin: requireAdmin,
  // The signature covers the body: see readBody.
  agent: () => undefined,
  scheduler: ({ headers }) => requireCron(headers),
  collector: ({ headers }) => requireMetrics(headers),
};

/** @throws AppError or ZodError if the caller or the input is refused */
async function readInput(endpoint: Endpoint, request: Request, context: RouteParams): Promise<AnyRouteInput> {
  await admit[endpoint.access](request);
  const body = await readBody(endpoint, request);
  const params = readParams(endpoint, await context.params);
  if (endpoint.access === 'agent') requireOneRoom(params, body);
  return {
    request,
    body,
    params,
    query: endpoint.query && z.parse(endpoint.query, Object.fromEntries(new URL(request.url).searchParams)),
  };
}

const ofRoom = z.object({ room: z.string() });

/** The agent's signature covers the body, but not the URL. @throws AppError invalid_field */
function requireOneRoom(params: unknown, body: unknown): void {
  const room = ofRoom.safeParse(params).data?.room;
  if (room !== undefined && room !== ofRoom.safeParse(body).data?.room)
    throw new AppError('invalid_field', { detail: 'room: not the one in the URL' });
}

async function readBody(endpoint: Endpoint, request: Request): Promise<unknown> {
  const { access, body, maxBodyBytes = 64 * 1024, file, isStreamed } = endpoint;
  if (!body || file !== undefined || isStreamed) return undefined;
  if (access === 'agent') return z.parse(body, parseJson(await readSigned(request, maxBodyBytes)));
  return z.parse(body, await readJson(request, maxBodyBytes));
}

/** Invalid path parameters name nothing, so the answer is 404. */
function readParams({ params, errors = [] }: Endpoint, values: unknown): unknown {
  const result = params && z.safeParse(params, values);
  if (!result || result.success) return result?.data;
  const code = errors.find((ownCode) => errorCatalogue[ownCode].status === 404) ?? 'not_found';
  throw new AppError(code, { cause: result.error });
}

function respond(endpoint: Endpoint, answer: unknown): Response {
  if (answer instanceof Response) return answer;
  const { body, init } = answer instanceof RouteReply ? answer : new RouteReply(answer, {});
  const { status = Number(Object.keys(endpoint.answers)[0]) } = init;
  const headers = new Headers(init.headers);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  return body === undefined
    ? new Response(null, { status, headers })
    : Response.json(body, { status, headers });
}
