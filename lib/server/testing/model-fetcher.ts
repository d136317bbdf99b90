/** A process that fetches a model, to be killed. Argument: its id. */
import { startFetch } from '../speech/models/index.ts';

await startFetch(process.argv[2] ?? '');
setInterval(() => undefined, 1000);
