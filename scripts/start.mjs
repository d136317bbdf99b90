// The start command. Runs on the system's Node (20.12 or newer), installs the packages, and runs scripts/start/main.ts on the
// product's Node.
import { handOver } from './start/hand-over.mjs';

await handOver('scripts/start/main.ts');
