import { useFormatter } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { LeadsLink } from './leads-link';

interface BarListRow {
  label: string;
  value: number;
  /** Links the label to the leads behind the figure. */
  href?: string;
  aside?: ReactNode;
}

interface BarListProps {
  rows: BarListRow[];
  maxValue: number;
}

/** Horizontal bars with whole labels, for things that have names. BarChart draws points in time. */
export function BarList({ rows, maxValue }: BarListProps) {
  const format = useFormatter();
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 text-sm tabular-nums md:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_auto_auto]">
      {rows.map(({ label, value, href, aside }, i) => (
        <li key={i} className="col-span-full grid grid-cols-subgrid items-center">
          {href === undefined ? (
            <span className="min-w-0">{label}</span>
          ) : (
            <LeadsLink href={href} className="min-w-0 underline underline-offset-4 touch:py-3">
              {label}
            </LeadsLink>
          )}
          <span className="h-3 rounded-full bg-paper-sunk max-md:col-span-2 max-md:row-start-2" aria-hidden>
            <span
              className="block h-full rounded-full bg-turquoise"
              style={{ width: `${(value / Math.max(1, maxValue)) * 100}%` }}
            />
          </span>
          <span className="text-ink-soft empty:hidden max-md:col-span-2 max-md:row-start-3 md:text-right">
            {aside}
          </span>
          <span className="text-right font-semibold max-md:col-start-2 max-md:row-start-1 md:col-start-4">
            {format.number(value)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A titled list, unless it is empty; its longest bar is full. */
export function TitledBarList({ title, rows }: { title: string; rows: BarListRow[] }) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <figure
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-xl border border-line bg-paper-raised p-4"
    >
      <figcaption id={id} className="text-sm font-semibold">
        {title}
      </figcaption>
      <BarList rows={rows} maxValue={Math.max(...rows.map(({ value }) => value))} />
    </figure>
  );
}
