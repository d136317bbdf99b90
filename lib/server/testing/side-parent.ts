import { SideProcess } from '../platform/side-process.ts';

/** Starts a side process that hangs, prints its id, and waits to be killed. */
const side = new SideProcess('lib/server/testing/side-process.ts');
console.log(await side.ask('pid'));
await side.ask('for ever');
