// The start command. Runs on the Node of the machine (20.12 or newer) and needs no package: it installs them, and hands over to
// scripts/start/main.ts on the product's own Node.
import { handOver } from './start/hand-over.mjs';

await handOver('scripts/start/main.ts');
