import type { z } from './schema.ts';
import { agentRoutes } from './routes/agent.ts';
import { leadRoutes } from './routes/leads.ts';
import { officeRoutes } from './routes/office.ts';
import { operationRoutes } from './routes/operation.ts';
import { visitorRoutes } from './routes/visitor.ts';

/** Every endpoint of the API. Browsers import only its type. */
export const api = { ...visitorRoutes, ...agentRoutes, ...leadRoutes, ...officeRoutes, ...operationRoutes };
export type Api = typeof api;

/** `GET /api/leads` */
export type RouteName = keyof Api;
/** `/api/leads` */
export type ApiPath = RouteName extends infer Name
  ? Name extends `${string} ${infer Path}`
    ? Path
    : never
  : never;

type ShapeOf<Endpoint, Part extends string> =
  Endpoint extends Record<Part, infer Schema> ? Schema : undefined;

type InputOf<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> : never;
type OutputOf<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;

type QueryOf<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> | URLSearchParams : never;
type BodyOf<Endpoint> = Endpoint extends { file: string }
  ? FormData
  : Endpoint extends { body: infer Schema }
    ? InputOf<Schema>
    : Endpoint extends { isStreamed: true }
      ? Blob
      : never;

/** One property: forbidden if its value is `never`, optional if the value has no required field. */
type Property<Name extends string, Value> = [Value] extends [never]
  ? { [Key in Name]?: never }
  : object extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

/** The parts of an endpoint's address. */
export type Address<Name extends RouteName> = Property<'params', InputOf<ShapeOf<Api[Name], 'params'>>> &
  Property<'query', QueryOf<ShapeOf<Api[Name], 'query'>>>;
/** The input of an endpoint as a client sends it. */
export type ClientInput<Name extends RouteName> = Address<Name> & Property<'body', BodyOf<Api[Name]>>;

/** The input of an endpoint as its handler gets it, parsed. */
export interface HandlerInput<Name extends RouteName> {
  params: OutputOf<ShapeOf<Api[Name], 'params'>>;
  query: OutputOf<ShapeOf<Api[Name], 'query'>>;
  body: Api[Name] extends { file: string } | { isStreamed: true }
    ? undefined
    : OutputOf<ShapeOf<Api[Name], 'body'>>;
}

type JsonOf<Content> = Content extends z.core.$ZodType
  ? z.output<Content>
  : Content extends null
    ? void
    : never;
type ContentsOf<Answers> = Answers[keyof Answers];

/** The JSON answer of an endpoint; void if it has no body, never for another format. */
export type AnswerOf<Name extends RouteName> = JsonOf<ContentsOf<Api[Name]['answers']>>;
