import os from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { CopyFile, warmUpEncoder } from './copy-file.ts';
import type { OpenCopyRequest, CopyStep } from './copy-writer.ts';

/** The thread that encodes the copies of all calls of an agent process, so that no conversation waits for the codec. */

function serve(port: MessagePort, path: string): void {
  const opened = CopyFile.open(path);
  const answer = (result: Promise<unknown>) => {
    result.then(
      () => port.postMessage(undefined),
      (error: unknown) => port.postMessage(error),
    );
  };
  answer(opened);
  port.on('message', (step: CopyStep) => answer(opened.then((file) => run(file, step))));
}

function run(file: CopyFile, step: CopyStep): void {
  if (step === 'touch') file.touch();
  else if (step === 'close') file.close();
  else file.write(step.visitor, step.agent);
}

// On Linux a priority belongs to one thread, so conversations go first on a busy machine. Elsewhere it belongs to the process.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
await warmUpEncoder();
parentPort?.on('message', ({ port, path }: OpenCopyRequest) => serve(port, path));
