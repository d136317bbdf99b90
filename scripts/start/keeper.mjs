// Owns one command for the start command, and cannot be outlived by it: the command runs in a process group of its own,
// and when the start command asks, or dies, or the command ends by itself, the whole group goes.
import { spawn } from 'node:child_process';
import { groupExists, keeperMark, signalGroup, signalOne, waitUntil } from './processes.mjs';
import { removeRunFile, writeRunFile } from './run-files.mjs';

const groupLimitMs = 5_000;

let job;
let child;
let stopping = false;

process.on('message', (message) => {
  if (message.stop) stop();
  else if (child === undefined && !stopping) start(message);
});
process.on('disconnect', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

function start(message) {
  job = message;
  // Before the command exists: a kill before its own number is written leaves the mark in its environment to find it by.
  writeRunFile(job.runFile, { pid: undefined, keeperPid: process.pid });
  const { command, args, cwd, uid, gid } = job;
  const env = { ...process.env, [keeperMark]: String(process.pid) };
  child = spawn(command, args, {
    cwd,
    uid,
    gid,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  child.once('error', (error) => finish({ code: 127, signal: null, error: error.message }));
  if (child.pid === undefined) return;
  writeRunFile(job.runFile, { pid: child.pid, keeperPid: process.pid });
  report({ pid: child.pid });
  child.once('exit', (code, signal) => endGroup().then(() => finish({ code, signal })));
}

function stop() {
  if (stopping) return;
  stopping = true;
  if (child?.pid === undefined) {
    process.exit(0);
  }
  signalOne(child.pid, job.stopSignal);
  setTimeout(() => signalGroup(child.pid, 'SIGKILL'), job.graceMs).unref();
}

/** The leader is gone; what it started must not stay behind. */
async function endGroup() {
  signalGroup(child.pid, 'SIGKILL');
  await waitUntil(() => !groupExists(child.pid), groupLimitMs);
}

function finish(exit) {
  removeRunFile(job.runFile, process.pid);
  report({ exit });
  process.exitCode = exit.code ?? 1;
  if (process.connected) process.disconnect();
  process.exit();
}

function report(message) {
  if (process.connected) process.send(message, () => {});
}
