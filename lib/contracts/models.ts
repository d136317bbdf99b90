import { languages } from '../i18n/language.ts';
import { modelKinds } from './choices.ts';
import { z } from './schema.ts';

export type ModelKind = (typeof modelKinds)[number];

/** `stopped`: partly fetched, and no process is fetching now. */
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

/** The model that an uploaded archive contains, as the uploader describes it. */
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

const maxArchiveBytes = 4_000_000_000;

/** The query of PUT /api/admin/models: which archive the part belongs to, and its offset. */
export const modelUpload = modelArchive.extend({
  upload: z.string().regex(/^[a-z0-9-]{8,100}$/),
  size: z.coerce.number().int().min(1).max(maxArchiveBytes),
  from: z.coerce.number().int().nonnegative(),
});
export type ModelUpload = z.infer<typeof modelUpload>;

/** How many bytes have arrived, and the model once it is in use. */
export const uploadAnswer = z.object({ received: z.number(), id: modelId.optional() });
export type UploadAnswer = z.infer<typeof uploadAnswer>;

/** DELETE /api/admin/models removes a model. `keepParts` stops its fetch instead. */
export const modelRemoval = z.object({ id: modelId, keepParts: z.boolean().default(false) }).strict();
