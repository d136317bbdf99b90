import { initializeLogger } from '@livekit/agents';
import type { Env } from '../../lib/server/platform/env.ts';
import { modelVendors } from '../../lib/server/platform/language-model.ts';
import { recognizers } from '../../lib/server/speech/stt.ts';
import { synthesizers } from '../../lib/server/speech/tts.ts';
import { FallbackModel } from './language-model.ts';
import { liveRecognizer } from './live-recognition.ts';
import type { SessionVendors } from './session.ts';

/** Once in a process, before anything else of the framework: without it its first log line throws. */
export function prepareFramework(): void {
  initializeLogger({ pretty: false, level: 'error' });
}

/** Who thinks, hears and speaks in all calls of this process; undefined if calls are held by the script. */
export async function sessionVendors(settings: Env): Promise<SessionVendors | undefined> {
  const models = modelVendors(settings);
  const hearing = recognizers(settings);
  const live = await liveRecognizer(settings);
  if (models.length === 0 || (hearing.length === 0 && live === undefined)) return undefined;
  return {
    model: new FallbackModel(models),
    recognizers: hearing,
    live,
    synthesizers: synthesizers(settings),
    limits: { words: settings.BUDGET_WORDS_PER_CALL, seconds: settings.BUDGET_SECONDS_PER_CALL },
  };
}
