import { type Env, env } from '../platform/env.ts';
import { modelVendors } from '../platform/language-model.ts';
import { recognizers } from '../speech/stt.ts';
import { synthesizers } from '../speech/tts.ts';

/** Who hears the visitor in a call, in the order in which they are asked. */
function hearing(settings: Env): string[] {
  return [settings.STT_STREAMING ?? [], ...recognizers(settings).map(({ name }) => name)].flat();
}

/** Whether a language model holds the calls, and somebody recognises speech for it; else the script does. */
export function agentUnderstands(settings: Env = env()): boolean {
  return settings.LLM_MODEL !== undefined && hearing(settings).length > 0;
}

/** Who holds, hears and speaks the calls under these settings, and by which version of the plan, in a sentence. */
export function callsInUse(planVersion: string, settings: Env = env()): string {
  const models = modelVendors(settings).map(({ model }) => model);
  return [
    `Held by ${agentUnderstands(settings) ? `the language model ${models.join(', then ')}` : 'the scripted interview'}`,
    `heard by ${hearing(settings).join(', then ') || 'nobody'}`,
    `spoken by ${synthesizers(settings)
      .map(({ name }) => name)
      .join(', then ')}`,
    `plan ${planVersion}.`,
  ].join('; ');
}
