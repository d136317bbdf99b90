import { commandLine, isAlive, parentOf } from './processes.ts';

const checkMs = 100;

/** Calls `onEnd` once the npm that runs this process has ended, or at once if it has. A killed npm passes no signal on. */
export function watchNpm(onEnd: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const npmPid = findNpm();
  if (npmPid === undefined) return onEnd();
  const timer = setInterval(() => {
    if (isAlive(npmPid)) return;
    clearInterval(timer);
    onEnd();
  }, checkMs).unref();
}

/** Climbs the parents: on some systems a shell runs between npm and its script. */
function findNpm(): number | undefined {
  for (let pid = process.ppid; pid > 0; pid = parentOf(pid) ?? 0)
    if (/\b(npm|npx|pnpm|yarn|bun)\b/.test(commandLine(pid) ?? '')) return pid;
  return undefined;
}
