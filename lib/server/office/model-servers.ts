import { AppError } from '../../contracts/errors.ts';
import type { ModelServers, modelChoice } from '../../contracts/office.ts';
import type { z } from '../../contracts/schema.ts';
import type { ModelTrial } from '../../contracts/vendor-failures.ts';
import { publishedPlan } from '../plan/plan-versions.ts';
import { chooseModel, chosenModel, vendorOf } from '../language-models/chosen-model.ts';
import { env } from '../platform/env.ts';
import { findModelServers } from '../language-models/model-servers.ts';
import { tryLocalModel } from './model-trial.ts';

/** The model servers of this machine and the chosen model; or the model of LLM_MODEL. */
export async function readModelServers(): Promise<ModelServers> {
  const { LLM_MODEL, LLM_PORTS = [], DATA_DIR } = env();
  if (LLM_MODEL !== undefined) return { servers: [], configured: LLM_MODEL };
  return { servers: await findModelServers(LLM_PORTS), used: chosenModel(DATA_DIR) };
}

/**
 * Sends a found model the request of a call, twice if the first answer is late. If it answers in time, the next call uses it.
 * @throws AppError not_found
 */
export async function tryAndChooseModel({
  port,
  model,
  language,
}: z.infer<typeof modelChoice>): Promise<{ tried: ModelTrial }> {
  const { servers } = await readModelServers();
  if (!servers.some((server) => server.port === port && server.models.includes(model)))
    throw new AppError('not_found', { detail: `No server on port ${port} has this model.` });
  const trial = await tryLocalModel(vendorOf({ port, model }), { plan: await publishedPlan(), language });
  if (trial.failure === undefined) chooseModel(env().DATA_DIR, { port, model });
  return { tried: trial };
}

export function clearChosenModel(): void {
  chooseModel(env().DATA_DIR, undefined);
}
