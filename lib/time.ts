/** Whole seconds as m:ss: 7 gives 0:07, 3671 gives 61:11. */
export function minutesSeconds(totalS: number): string {
  const wholeS = Math.max(0, Math.floor(totalS));
  return `${Math.floor(wholeS / 60)}:${String(wholeS % 60).padStart(2, '0')}`;
}

/** Whole seconds as mm:ss: 7 gives 00:07. */
export function paddedMinutesSeconds(totalS: number): string {
  return minutesSeconds(totalS).padStart(5, '0');
}
