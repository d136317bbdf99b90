import { commandLine, exists, parentOf } from './processes.ts';

const checkMs = 100;

/** Calls back when the npm that runs this process has ended, perhaps already: a killed npm passes no signal on. */
export function watchNpm(onEnd: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const npm = findNpm();
  if (npm === undefined) return onEnd();
  const checking = setInterval(() => {
    if (exists(npm)) return;
    clearInterval(checking);
    onEnd();
  }, checkMs).unref();
}

/** npm runs a script in a shell, which on some systems stays between the two. */
function findNpm(): number | undefined {
  for (let pid = process.ppid; pid > 0; pid = parentOf(pid) ?? 0)
    if (/\b(npm|npx|pnpm|yarn|bun)\b/.test(commandLine(pid) ?? '')) return pid;
  return undefined;
}
