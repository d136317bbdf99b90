import { z } from 'zod';

/** What crosses between us and the process of the npm build. */
export const wasmRequest = z.object({ voice: z.string(), text: z.string() });
export const sound = z.object({ sampleRateHz: z.number(), samples: z.instanceof(Int16Array) });

export type WasmRequest = z.infer<typeof wasmRequest>;
export type Sound = z.infer<typeof sound>;
