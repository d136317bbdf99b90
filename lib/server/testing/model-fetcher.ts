/** Fetches the model whose id is the argument. The test kills this process. */
import { startFetch } from '../speech/models/index.ts';

await startFetch(process.argv[2] ?? '');
setInterval(() => undefined, 1000);
