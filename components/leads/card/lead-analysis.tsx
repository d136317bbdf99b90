import { useTranslations } from 'next-intl';
import { readSummary } from './summary';

/** What the analysis found: each field only if it is there (spec.md section 2). */
export function LeadAnalysis({ summary }: { summary: string | undefined }) {
  const t = useTranslations();
  const shown = readSummary(summary);
  if (shown.kind === 'none') return null;
  return (
    <div className="min-w-0 lg:only:col-span-2">
      <h3 className="text-xs font-semibold text-ink-soft">{t('leads_analysis')}</h3>
      {shown.kind === 'text' ? (
        <p className="mt-1 text-sm whitespace-pre-line">{shown.text}</p>
      ) : (
        <dl className="mt-1 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-sm">
          {shown.entries.map(({ field, value }) => (
            <div key={field} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-ink-soft">{t(`leads_field_${field}`)}</dt>
              <dd className="min-w-0">{typeof value === 'string' ? value : <Items items={value} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Items({ items }: { items: string[] }) {
  return (
    <ul className="list-disc pl-4">
      {items.map((item, i) => (
        <li key={i}>{item}</li>
      ))}
    </ul>
  );
}
