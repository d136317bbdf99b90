// The test command. Like the start command it installs the packages, and hands over to scripts/test/main.ts on the product's own Node.
import { handOver } from './start/hand-over.mjs';

await handOver('scripts/test/main.ts');
