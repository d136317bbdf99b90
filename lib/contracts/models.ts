import { languages } from '../i18n/language.ts';
import { modelKinds } from './choices.ts';
import { z } from './schema.ts';

export type ModelKind = (typeof modelKinds)[number];

/** `stopped`: the fetch failed or died. */
const modelStates = ['absent', 'fetching', 'stopped', 'installed'] as const;

const modelLanguages = z.array(z.enum(languages)).min(1);
const modelId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/);

/** GET /api/admin/models: the models of the catalogue, and those that were added by hand. */
export const modelList = z.object({
  models: z.array(
    z.object({
      id: modelId,
      kind: z.enum(modelKinds),
      languages: modelLanguages,
      name: z.string(),
      /** Absent if it was added by hand. */
      license: z.string().optional(),
      source: z.string().optional(),
      state: z.enum(modelStates),
      /** Sum over all files; an estimate until the publisher's list is known. */
      totalBytes: z.number(),
      doneBytes: z.number(),
      /** The code of the error that ended the last try. */
      failure: z.string().optional(),
    }),
  ),
});
export type ModelList = z.infer<typeof modelList>;
export type ModelEntry = ModelList['models'][number];

/** POST /api/admin/models: fetches a model of the catalogue, or uses a folder of the server in place. */
export const modelRequest = z.union([
  z.object({ id: modelId }).strict(),
  z
    .object({ folder: z.string().min(1).max(1000), kind: z.enum(modelKinds), languages: modelLanguages })
    .strict(),
]);

/** The query of PUT /api/admin/models, whose body is the archive. */
export const modelArchive = z
  .object({
    name: z.string().min(1).max(200),
    kind: z.enum(modelKinds),
    languages: z
      .string()
      .transform((list) => list.split(','))
      .pipe(modelLanguages),
  })
  .strict();

export const addedModel = z.object({ id: modelId });

/** DELETE /api/admin/models removes a model or ends its fetch. */
export const modelRemoval = addedModel.strict();
