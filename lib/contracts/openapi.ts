import { errorCatalogue, type ErrorCode } from './errors.ts';
import { z } from './schema.ts';

type Access = 'everybody' | 'admin' | 'agent' | 'scheduler';
/** A JSON shape, or the media type of an answer that is none. */
type Content = z.ZodType | `${string}/${string}`;

export interface Endpoint {
  method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  summary: string;
  access?: Access;
  query?: z.ZodObject;
  /** The fields of a JSON body, or of a form beside its file. */
  body?: z.ZodType;
  /** The name of the file in a multipart form. */
  file?: string;
  answers: Record<number, Content | null>;
  errors?: ErrorCode[];
}

const security: Record<Access, object[]> = {
  everybody: [],
  admin: [{ session: [] }],
  agent: [{ signature: [] }],
  scheduler: [{ secret: [] }],
};

/** The API as OpenAPI 3.1, made from the shapes that the handlers parse with. */
export function openApi(endpoints: Endpoint[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method] = operation(endpoint);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ovoz',
      version: '0.1.0',
      description: 'Calls, leads and speech. Every error is {detail, code}.',
    },
    paths,
    components: {
      schemas: { Error: jsonSchema(z.object({ detail: z.string(), code: z.enum(errorCodes) })) },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'ovoz_admin',
          description: 'Named __Host-ovoz_admin over https.',
        },
        signature: {
          type: 'http',
          scheme: 'bearer',
          description: 'A JWT over the body’s hash, signed with LiveKit’s secret.',
        },
        secret: { type: 'http', scheme: 'bearer', description: 'CRON_SECRET' },
      },
    },
  };
}

const errorCodes = Object.keys(errorCatalogue);

function operation({
  path,
  summary,
  access = 'everybody',
  query,
  body,
  file,
  answers,
  errors = [],
}: Endpoint): object {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const asked = Object.entries(query?.shape ?? {});
  return {
    summary,
    security: security[access],
    parameters: [
      ...named.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...asked.map(([name, schema]) => ({ name, in: 'query', schema: jsonSchema(schema) })),
    ],
    ...(body && { requestBody: { required: true, content: requestContent(body, file) } }),
    responses: {
      ...answersOf(answers),
      ...refusals(access, body !== undefined || query !== undefined, errors),
    },
  };
}

function requestContent(body: z.ZodType, file: string | undefined): object {
  const schema = jsonSchema(body);
  if (file === undefined) return { 'application/json': { schema } };
  const binary = {
    type: 'object',
    required: [file],
    properties: { [file]: { type: 'string', format: 'binary' } },
  };
  return { 'multipart/form-data': { schema: { allOf: [schema, binary] } } };
}

function answersOf(answers: Endpoint['answers']): object {
  return Object.fromEntries(
    Object.entries(answers).map(([status, content]) => [
      status,
      { description: status === '302' ? 'Found' : 'Done', ...contentOf(content) },
    ]),
  );
}

function contentOf(content: Content | null): object {
  if (content === null) return {};
  if (typeof content === 'string') return { content: { [content]: {} } };
  return { content: { 'application/json': { schema: jsonSchema(content) } } };
}

function refusals(access: Access, takesInput: boolean, errors: ErrorCode[]): object {
  const codes: ErrorCode[] = [
    ...(access === 'everybody' ? [] : (['unauthorized'] as const)),
    ...(takesInput ? (['bad_request', 'invalid_field'] as const) : []),
    ...errors,
  ];
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codesOfStatus]) => [
      status,
      {
        description: codesOfStatus.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** Checks that zod runs as code are left open. */
function jsonSchema(schema: z.core.$ZodType): object {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}
