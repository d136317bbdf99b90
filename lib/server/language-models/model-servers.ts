import { z } from 'zod';
import type { ModelServer } from '../../contracts/office.ts';
import { modelNameMaxChars } from '../../contracts/vendor-failures.ts';

/** The default ports of programs that serve models locally. */
const programs: ReadonlyMap<number, string> = new Map([
  [11_434, 'Ollama'],
  [1234, 'LM Studio'],
  [8080, 'llama.cpp'],
  [8000, 'vLLM'],
]);
export const usualPorts = [...programs.keys()];

/** A port without a server refuses at once. This timeout is for programs that accept and do not answer. */
const answersWithinMs = 2_000;
/** Names of models in these lists that are not for chat. A name may be a path, whose folders say nothing about the model. */
const otherModels = /(?:embed|bge|minilm|rerank|whisper|tts)[^/]*$/i;
const modelName = z.string().min(1).max(modelNameMaxChars);
const modelList = z.object({ data: z.array(z.object({ id: modelName })).max(1000) });

export function modelServerUrl(port: number): string {
  return `http://127.0.0.1:${port}/v1`;
}

/** Searches these ports of this machine for chat models; skips servers without one. */
export async function findModelServers(ports: readonly number[]): Promise<ModelServer[]> {
  const modelsByIndex = await Promise.all(ports.map((port) => askPort(port).catch(() => [])));
  return ports.flatMap((port, index) => {
    const models = modelsByIndex[index] ?? [];
    return models.length === 0 ? [] : [{ port, program: programs.get(port), models }];
  });
}

async function askPort(port: number): Promise<string[]> {
  const signal = AbortSignal.timeout(answersWithinMs);
  const answer = await fetch(`${modelServerUrl(port)}/models`, { signal, redirect: 'error' });
  const { data } = modelList.parse(await answer.json());
  return data.map(({ id }) => id).filter((id) => !otherModels.test(id));
}
