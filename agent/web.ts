import { signBody } from '../lib/server/calls/signing.ts';
import { env } from '../lib/server/env.ts';

/** Where the web app answers: its public address, else this machine. */
export function webUrl(path: string): string {
  const { PUBLIC_URL, PORT } = env();
  return new URL(path, PUBLIC_URL ?? `http://127.0.0.1:${PORT}`).href;
}

/** Posts JSON to the web app, signed with the LiveKit secret. Gives the status; throws where no answer comes. */
export async function postSigned(url: string, value: unknown, signal: AbortSignal): Promise<number> {
  const body = JSON.stringify(value);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: await signBody(body) },
    body,
    signal,
    redirect: 'error',
  });
  await response.body?.cancel();
  return response.status;
}
