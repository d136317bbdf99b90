import { commandLine, exists, parentOf } from './processes.ts';

const checkMs = 100;

/** Calls back when the npm that runs this process has ended: npm that is killed cannot pass that on. */
export function watchNpm(onEnd: () => void): void {
  const npm = process.env.npm_lifecycle_event === undefined ? undefined : findNpm();
  if (npm === undefined) return;
  const checking = setInterval(() => {
    if (exists(npm)) return;
    clearInterval(checking);
    onEnd();
  }, checkMs).unref();
}

/** npm runs a script by a shell, which some systems keep between the two. */
function findNpm(): number | undefined {
  for (let pid = process.ppid; pid > 0; pid = parentOf(pid) ?? 0)
    if (/\b(npm|pnpm|yarn|bun)\b/.test(commandLine(pid) ?? '')) return pid;
  return undefined;
}
