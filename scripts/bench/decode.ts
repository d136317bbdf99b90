/** npm run bench:decode: how fast recordings are decoded, and what this process keeps of memory. */
import { printDecodeSpeed } from './decode-speed.ts';

await printDecodeSpeed();
process.exit(0);
