import type { Env } from '../platform/env.ts';
import { modelFiles } from './vendors/sherpa/recognizer.ts';
import { voiceFolder } from './vendors/sherpa/voice.ts';

/**
 * Checks the folders of this machine's models.
 * @throws Error whose message is one line that names the variable
 */
export async function checkModelFolders({
  STT_MODEL_DIR,
  TTS_MODEL_DIR,
}: Pick<Env, 'STT_MODEL_DIR' | 'TTS_MODEL_DIR'>): Promise<void> {
  if (STT_MODEL_DIR !== undefined) await modelFiles(STT_MODEL_DIR).catch(refuse('STT_MODEL_DIR'));
  if (TTS_MODEL_DIR !== undefined) await voiceFolder(TTS_MODEL_DIR).catch(refuse('TTS_MODEL_DIR'));
}

function refuse(variable: string) {
  return (cause: unknown): never => {
    const why = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
    throw new Error(`${variable}: ${why}`, { cause });
  };
}
