import { expect, test } from 'vitest';
import { addressHash, rateLimitAddress } from '../http/address.ts';
import { newVisitor } from '../testing/calls.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { recordWorkerLoad } from './capacity.ts';
import { limitCalls, openCall } from './open.ts';

const callsAtOnce = 4;
const places = 16;
setUpEnvironment({ LIMIT_CALLS_AT_ONCE: String(callsAtOnce) });

/** True if a new browser at this address gets a place. */
async function getsPlace(address: string): Promise<boolean> {
  // Reported each time, because a report of places may expire before a slow machine ends the test.
  await recordWorkerLoad({ workerId: 'AW_1', maxJobs: places, taken: 0 });
  const headers = new Headers({ 'x-forwarded-for': address });
  const request = { ...newVisitor(), phone: null, addressHash: addressHash(headers) };
  await limitCalls(request, rateLimitAddress(headers));
  return openCall(request).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: 'rate_limited' });
      return false;
    },
  );
}

test('unused tokens of the networks of one IPv6 /48 leave places to others', async () => {
  const results: boolean[] = [];
  for (let network = 0; network < places; network++)
    results.push(await getsPlace(`2001:db8:1:${network.toString(16)}::1`));
  expect(results.filter(Boolean)).toHaveLength(callsAtOnce);
  expect(await getsPlace('2001:db8:2::1')).toBe(true);
  expect(await getsPlace('203.0.113.7')).toBe(true);
});
