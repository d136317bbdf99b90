import { SideProcess } from '../platform/side-process.ts';

/** Has a side process that never comes back, says which one it is, and waits to be killed. */
const side = new SideProcess('lib/server/testing/side-process.ts');
console.log(await side.ask('pid'));
await side.ask('for ever');
