const megabyte = 1024 ** 2;

/** Counts the calls of this process, and its growth since the first one ended. A call leaves half a megabyte in the native library. */
export function startWear(
  limits: { calls: number; megabytes: number },
  residentBytes = () => process.memoryUsage.rss(),
) {
  let calls = 0;
  let warmBytes = Infinity;
  return {
    countCall() {
      if (++calls === 1) warmBytes = residentBytes();
    },
    /** True if another process should take this one's place. */
    isWornOut: () => calls >= limits.calls || residentBytes() - warmBytes >= limits.megabytes * megabyte,
  };
}
