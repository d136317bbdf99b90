import type { Access, Endpoint, Endpoints, ObjectSchema, Schema } from '@/lib/contracts/endpoint';
import { errorCatalogue, type ErrorCode } from '@/lib/contracts/errors';
import { z } from '@/lib/contracts/schema';

const security: Record<Access, object[]> = {
  everybody: [],
  page: [],
  admin: [{ session: [] }],
  agent: [{ signature: [] }],
  scheduler: [{ scheduler: [] }],
  collector: [{ collector: [] }],
};

/** The API as OpenAPI 3.1. */
export function openApi(endpoints: Endpoints): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ');
    (paths[path] ??= {})[method.toLowerCase()] = operation(endpoint);
  }
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
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
        signature: bearer('A JWT over the body’s hash, signed with LiveKit’s secret.'),
        scheduler: bearer('CRON_SECRET'),
        collector: bearer('METRICS_TOKEN'),
      },
    },
  };
}

const errorCodes = Object.keys(errorCatalogue);

function operation({ summary, access, params, query, body, file, answers, errors = [] }: Endpoint): object {
  return {
    summary,
    security: security[access],
    parameters: [...parametersIn('path', params), ...parametersIn('query', query)],
    ...(body && { requestBody: { required: true, content: requestContent(body, file) } }),
    responses: {
      ...answersOf(answers),
      ...refusals(access, body !== undefined || query !== undefined, errors),
    },
  };
}

function parametersIn(place: 'path' | 'query', schema: ObjectSchema | undefined): object[] {
  return Object.entries(schema?._zod.def.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: jsonSchema(field),
  }));
}

function requestContent(body: Schema, file: string | undefined): object {
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
    Object.entries(answers).map(([status, content = null]) => [
      status,
      { description: status.startsWith('3') ? 'Found' : 'Done', ...contentOf(content) },
    ]),
  );
}

function contentOf(content: Schema | string | null): object {
  if (content === null) return {};
  if (typeof content === 'string') return { content: { [content]: {} } };
  return { content: { 'application/json': { schema: jsonSchema(content) } } };
}

const accessErrors: Record<Access, ErrorCode[]> = {
  everybody: [],
  page: ['forbidden'],
  admin: ['unauthorized', 'admin_locked', 'forbidden'],
  agent: ['unauthorized'],
  scheduler: ['unauthorized'],
  collector: ['unauthorized'],
};

function refusals(access: Access, takesInput: boolean, errors: readonly ErrorCode[]): object {
  const codes: ErrorCode[] = [
    ...accessErrors[access],
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

/** Omits checks that zod runs as code. */
function jsonSchema(schema: Schema): object {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}
