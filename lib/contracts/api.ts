import type { z } from './schema.ts';
import { agentRoutes } from './routes/agent.ts';
import { leadRoutes } from './routes/leads.ts';
import { officeRoutes } from './routes/office.ts';
import { operationRoutes } from './routes/operation.ts';
import { visitorRoutes } from './routes/visitor.ts';

/** Every endpoint of the API. Browsers import its type alone. */
export const api = { ...visitorRoutes, ...agentRoutes, ...leadRoutes, ...officeRoutes, ...operationRoutes };
export type Api = typeof api;

/** `GET /api/leads` */
export type RouteName = keyof Api;
type Shape<Endpoint, Part extends string> = Endpoint extends Record<Part, infer Schema> ? Schema : undefined;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type OptionalIf<Condition, Name extends string, Value> = [Condition] extends [never]
  ? { [Key in Name]?: never }
  : object extends Condition
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

type BodyOf<Endpoint> = Endpoint extends { file: string }
  ? FormData
  : Endpoint extends { body: infer Schema }
    ? InputOf<Schema>
    : Endpoint extends { isStreamed: true }
      ? Blob
      : never;

/** The input of an endpoint as a client sends it. */
export type Sent<Name extends RouteName> = OptionalIf<
  InputOf<Shape<Api[Name], 'params'>>,
  'params',
  InputOf<Shape<Api[Name], 'params'>>
> &
  OptionalIf<
    InputOf<Shape<Api[Name], 'query'>>,
    'query',
    InputOf<Shape<Api[Name], 'query'>> | URLSearchParams
  > &
  OptionalIf<BodyOf<Api[Name]>, 'body', BodyOf<Api[Name]>>;

type JsonOf<Content> = Content extends z.ZodType
  ? z.output<Content>
  : Content extends null
    ? undefined
    : never;
type ContentsOf<Answers> = Answers[keyof Answers];

/** The JSON answer of an endpoint; undefined for an empty one, never for another format. */
export type AnswerOf<Name extends RouteName> = JsonOf<ContentsOf<Api[Name]['answers']>>;
