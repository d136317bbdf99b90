export interface Bench {
  root: string;
  /** A folder that is removed in the end. */
  work: string;
  run: (command: string, args: string[], options?: { cwd?: string; env?: Record<string, string> }) => string;
}
