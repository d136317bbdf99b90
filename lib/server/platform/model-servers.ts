import { z } from 'zod';
import type { ModelServer } from '../../contracts/office.ts';

/** The usual ports of the programs that serve models to their own machine. */
const programs: ReadonlyMap<number, string> = new Map([
  [11_434, 'Ollama'],
  [1234, 'LM Studio'],
  [8080, 'llama.cpp'],
  [8000, 'vLLM'],
]);
export const usualPorts = [...programs.keys()];

/** A port without a server refuses at once; this is for programs that accept and do not answer. */
const answersWithinMs = 2_000;
/** These lists also name models that do not converse. */
const otherModels = /embed|bge|minilm|rerank|whisper|tts/i;
const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(1000) });

export function modelServerUrl(port: number): string {
  return `http://127.0.0.1:${port}/v1`;
}

/** Asks these ports of this machine for models that converse; servers without one are left out. */
export async function findModelServers(ports: readonly number[]): Promise<ModelServer[]> {
  const found = await Promise.all(ports.map((port) => askPort(port).catch(() => [])));
  return ports.flatMap((port, place) => {
    const models = found[place] ?? [];
    return models.length === 0 ? [] : [{ port, program: programs.get(port), models }];
  });
}

async function askPort(port: number): Promise<string[]> {
  const signal = AbortSignal.timeout(answersWithinMs);
  const answer = await fetch(`${modelServerUrl(port)}/models`, { signal, redirect: 'error' });
  const { data } = modelList.parse(await answer.json());
  return data.map(({ id }) => id).filter((id) => !otherModels.test(id));
}
