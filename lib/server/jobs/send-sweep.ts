import { boss } from '../platform/queue.ts';

const hourS = 3600;

/** Asks for a sweep; however many processes ask, there is one an hour. */
export async function sendSweep(): Promise<void> {
  const client = await boss();
  await client.send('sweep', {}, { singletonSeconds: hourS });
}
