import { scaleBand, scaleLinear } from 'd3-scale';
import { useFormatter, useTranslations } from 'next-intl';
import { useId } from 'react';
import { useWidth } from '@/components/ui/use-width';
import { LeadsLink } from './leads-link';

interface Series {
  name: string;
  values: number[];
}

interface ChartRow {
  /** A day, an hour or a weekday. */
  label: string;
  /** Links to the leads of the row; `hrefs` to those of each series. */
  href: string;
  hrefs?: string[];
}

const tableLink = 'inline-block underline underline-offset-4 touch:min-w-11 touch:py-3';

interface BarChartProps {
  title: string;
  rows: ChartRow[];
  /** Stacked. Patterns tell them apart for people who do not see the colours. */
  series: Series[];
}

const initialWidth = 560;
const height = 180;
const margin = { top: 8, right: 0, bottom: 22 };
const maxBarWidth = 36;
const digitWidth = 7;
const fills = ['fill-cobalt', 'fill-turquoise', 'fill-saffron'];
const letterWidth = 6.2;
const labelGap = 12;

/** Columns along time. A table gives the exact figures, also to screen readers. */
export function BarChart({ title, rows, series }: BarChartProps) {
  const t = useTranslations();
  const format = useFormatter();
  const id = useId();
  // A chart drawn at its width does not shrink its text on a phone.
  const [chart, width] = useWidth<SVGSVGElement>(initialWidth);
  const totals = rows.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const y = scaleLinear()
    .domain([0, Math.max(1, ...totals)])
    .range([height - margin.bottom, margin.top])
    .nice(4);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const left = 14 + digitWidth * Math.max(...ticks.map((tick) => format.number(tick).length));
  const x = scaleBand<number>()
    .domain(rows.keys())
    .range([left, width - margin.right])
    .padding(0.2);
  const barWidth = Math.min(maxBarWidth, x.bandwidth());
  const labelWidth = labelGap + letterWidth * Math.max(...rows.map(({ label }) => label.length));
  const labelStep = Math.ceil((rows.length * labelWidth) / (width - left));

  return (
    <figure className="grid min-w-0 content-start gap-2 rounded-xl border border-line bg-paper-raised p-4">
      <figcaption id={id} className="text-sm font-semibold">
        {title}
      </figcaption>
      {series.length > 1 && <Legend series={series} id={id} />}
      <svg
        ref={chart}
        viewBox={`0 0 ${width} ${height}`}
        className="h-45 w-full overflow-visible"
        aria-hidden
      >
        <Patterns id={id} />
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={left - 6} y={y(tick) + 4} textAnchor="end" className="fill-ink-soft text-[11px]">
              {format.number(tick)}
            </text>
          </g>
        ))}
        {rows.map(({ label, href, hrefs }, i) => {
          const middle = (x(i) ?? 0) + x.bandwidth() / 2;
          let below = 0;
          return (
            <g key={i}>
              <title>{`${label}: ${series.map(({ name, values }) => `${name} ${format.number(values[i] ?? 0)}`).join(', ')}`}</title>
              {series.map(({ name, values }, n) => {
                const value = values[i] ?? 0;
                const top = y(below + value);
                const box = { x: middle - barWidth / 2, y: top, width: barWidth, height: y(below) - top };
                below += value;
                return (
                  <LeadsLink key={name} href={hrefs?.[n] ?? href} tabIndex={-1}>
                    <rect {...box} className={fills[n]} />
                    {n > 0 && <rect {...box} fill={`url(#${id}-${n})`} />}
                  </LeadsLink>
                );
              })}
              {i % labelStep === 0 && (
                <text x={middle} y={height - 6} textAnchor="middle" className="fill-ink-soft text-[11px]">
                  {label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details className="text-sm">
        <summary className="w-fit rounded py-1 text-xs font-semibold text-ink-soft max-md:py-3.5">
          {t('insights_table')}
        </summary>
        <table aria-labelledby={id} className="mt-1 w-full tabular-nums">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-soft">
              <td />
              {series.map(({ name }) => (
                <th key={name} scope="col" className="py-1 pr-3 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, href, hrefs }, i) => (
              <tr key={i} className="border-b border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  <LeadsLink href={href} className={tableLink}>
                    {label}
                  </LeadsLink>
                </th>
                {series.map(({ name, values }, n) => {
                  const value = format.number(values[i] ?? 0);
                  return (
                    <td key={name} className="py-1 pr-3 text-right">
                      {hrefs ? (
                        <LeadsLink
                          href={hrefs[n] ?? href}
                          aria-label={`${label}, ${name}: ${value}`}
                          className={tableLink}
                        >
                          {value}
                        </LeadsLink>
                      ) : (
                        value
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** @param id of the chart, whose patterns it shows */
function Legend({ series, id }: { series: Series[]; id: string }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {series.map(({ name }, n) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg viewBox="0 0 14 14" className="size-3.5" aria-hidden>
            <rect width={14} height={14} className={fills[n]} />
            {n > 0 && <rect width={14} height={14} fill={`url(#${id}-${n})`} />}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Stripes for the second series, dots for the third. */
function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-1`}
        width={6}
        height={6}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line x1={0} y1={0} x2={0} y2={6} className="stroke-paper-raised" strokeWidth={3} />
      </pattern>
      <pattern id={`${id}-2`} width={6} height={6} patternUnits="userSpaceOnUse">
        <circle cx={3} cy={3} r={1.5} className="fill-ink" />
      </pattern>
    </defs>
  );
}
