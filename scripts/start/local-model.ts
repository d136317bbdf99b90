import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import type { ModelServer } from '../../lib/contracts/office.ts';
import { chooseModel, chosenModel, vendorOf } from '../../lib/server/language-models/chosen-model.ts';
import { findModelServers, usualPorts } from '../../lib/server/language-models/model-servers.ts';
import { tryLocalModel } from '../../lib/server/office/model-trial.ts';
import type { Env } from '../../lib/server/platform/env.ts';

type LocalModelSettings = Pick<Env, 'LLM' | 'LLM_MODEL' | 'LLM_PORTS'>;

/**
 * Searches this machine for a model server, unless LLM_MODEL is set or, without LLM=auto, the set-up page has chosen a model.
 * LLM=auto chooses the first model that answers a call's request with tools: the next call uses it. A model may take minutes to load.
 * @returns the sentence for the terminal, if there is one
 */
export async function findLocalModel(
  { LLM, LLM_MODEL, LLM_PORTS = usualPorts }: LocalModelSettings,
  dataDir: string,
  plan: InterviewPlan,
): Promise<string | undefined> {
  const isAuto = LLM === 'auto';
  if (LLM_MODEL !== undefined || (!isAuto && chosenModel(dataDir) !== undefined)) return undefined;
  const servers = await findModelServers(LLM_PORTS);
  const [server] = servers;
  if (!isAuto) return server && `${serverSentence(server)} LLM=auto uses it, or the set-up page.`;
  const language = plan.languages[0] ?? 'uz';
  const refusals: string[] = [];
  for (const { port, models } of servers)
    for (const model of models) {
      const {
        failure,
        lacksTools,
        firstTokenMs = 0,
      } = await tryLocalModel(vendorOf({ port, model }), {
        plan,
        language,
      });
      if (failure === undefined && !lacksTools) {
        chooseModel(dataDir, { port, model });
        const waitS = (firstTokenMs / 1000).toFixed(1);
        return `The language model is ${model} on port ${port}: first word after ${waitS} s.`;
      }
      refusals.push(`${model}: ${failure?.kind ?? 'no tools'}`);
    }
  chooseModel(dataDir, undefined);
  const why =
    server === undefined ? 'no model server answers' : `no model answers a call (${refusals.join(', ')})`;
  return `LLM=auto: ${why} on this machine; the script holds the calls.`;
}

function serverSentence({ port, program, models }: ModelServer): string {
  const details = [program, models.length === 1 ? '1 model' : `${models.length} models`].filter(Boolean);
  return `A model server answers on port ${port} (${details.join(', ')}).`;
}
