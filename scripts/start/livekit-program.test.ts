import { expect, test } from 'vitest';
import { checksumIn } from './livekit-program.mjs';

const list = `aa11  livekit_1.13.5_linux_amd64.tar.gz
BB22 *livekit_1.13.5_linux_arm64.tar.gz
cc33  livekit_1.13.5_linux_amd64.tar.gz.sig
`;

test.each([
  ['livekit_1.13.5_linux_amd64.tar.gz', 'aa11'],
  ['livekit_1.13.5_linux_arm64.tar.gz', 'bb22'],
  ['livekit_1.13.5_linux_armv7.tar.gz', undefined],
  ['amd64.tar.gz', undefined],
])('the checksum of %s is %s', (name, checksum) => {
  expect(checksumIn(list, name)).toBe(checksum);
});
