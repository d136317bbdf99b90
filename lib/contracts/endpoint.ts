import type { ErrorCode } from './errors.ts';
import type { z } from './schema.ts';

/**
 * Allowed callers. `page`: our pages and programs; `admin`: a session; `agent`: a signed body; `scheduler`, `collector`: a secret.
 */
export type Access = 'everybody' | 'page' | 'admin' | 'agent' | 'scheduler' | 'collector';

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** A schema of zod or zod/mini. */
export type Schema = z.core.$ZodType;
export type ObjectSchema = z.core.$ZodObject;

/** A JSON shape, the media type of another format, or null without a body. */
type Content = Schema | `${string}/${string}` | null;

/** One endpoint. Authorisation, input parsing, client types, access tests and the OpenAPI document are derived from this. */
export interface Endpoint {
  summary: string;
  access: Access;
  /** The parameters of the path. Invalid ones get the first 404 error in `errors`, or `not_found`. */
  params?: ObjectSchema;
  query?: ObjectSchema;
  /** A JSON body, or the fields of a form without its file. */
  body?: Schema;
  /** The limit of a JSON body; 64 KiB unless set. Handlers of forms and streams have their own limits. */
  maxBodyBytes?: number;
  /** The name of the file in a form. */
  file?: string;
  /** The handler reads the body as a stream. */
  isStreamed?: true;
  /** The answers by status. The lowest status is the default. */
  answers: Partial<Record<number, Content>>;
  /** Errors of this endpoint, besides those of access and input. */
  errors?: readonly ErrorCode[];
}

export type Endpoints = Record<`${Method} /api/${string}`, Endpoint>;
