import { chosenModel } from '../../lib/server/language-models/chosen-model.ts';
import type { Env } from '../../lib/server/platform/env.ts';
import {
  findModelServers,
  modelServerUrl,
  usualPorts,
} from '../../lib/server/language-models/model-servers.ts';

interface LocalModel {
  /** Settings of the parts, with LLM=auto. */
  settings?: { LLM_MODEL: string; LLM_BASE_URL: string };
  /** The sentence for the terminal. */
  found?: string;
}

type Settings = Pick<Env, 'LLM' | 'LLM_MODEL' | 'LLM_PORTS'>;

/** Searches this machine for a model server, unless the settings or the set-up page name a model. */
export async function findLocalModel(
  { LLM, LLM_MODEL, LLM_PORTS = usualPorts }: Settings,
  dataDir: string,
): Promise<LocalModel> {
  const isAuto = LLM === 'auto';
  if (LLM_MODEL !== undefined || (!isAuto && chosenModel(dataDir) !== undefined)) return {};
  const [server] = await findModelServers(LLM_PORTS);
  const [model] = server?.models ?? [];
  if (server === undefined || model === undefined)
    return isAuto
      ? { found: 'LLM=auto: no model server answers on this machine; the script holds the calls.' }
      : {};
  const { port, program, models } = server;
  const about = [program, models.length === 1 ? '1 model' : `${models.length} models`]
    .filter(Boolean)
    .join(', ');
  if (!isAuto)
    return {
      found: `A model server answers on port ${port} (${about}). LLM=auto uses it, or the set-up page.`,
    };
  const settings = { LLM_MODEL: model, LLM_BASE_URL: modelServerUrl(port) };
  return { settings, found: `The language model is ${model} on port ${port} (${about}).` };
}
