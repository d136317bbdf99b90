import { z } from 'zod';

/** What crosses between us and the process of the npm build. */
export const wasmRequest = z.object({ id: z.number(), voice: z.string(), text: z.string() });

export const wasmAnswer = z.union([
  z.object({ id: z.number(), sampleRateHz: z.number(), samples: z.instanceof(Int16Array) }),
  z.object({ id: z.number(), error: z.string() }),
]);

export type WasmRequest = z.infer<typeof wasmRequest>;
export type WasmAnswer = z.infer<typeof wasmAnswer>;
