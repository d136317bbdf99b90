/** The averages of `count` equal parts of some values. With fewer values than parts, neighbours share a value; without any, all are 0. */
export function averageInParts(values: readonly number[], count: number): number[] {
  const { length } = values;
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * length) / count);
    const members = values.slice(from, Math.max(from + 1, Math.floor(((part + 1) * length) / count)));
    return members.reduce((sum, value) => sum + value, 0) / Math.max(1, members.length);
  });
}
