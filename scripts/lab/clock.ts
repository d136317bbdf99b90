/** The seconds on a clock of the form m:ss: 1:05 gives 65. */
export function clockSeconds(text: string): number {
  const [minutes, seconds] = text.split(':');
  return 60 * Number(minutes) + Number(seconds);
}
