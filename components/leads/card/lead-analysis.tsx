import { useTranslations } from 'next-intl';
import { summaryFields } from '@/lib/contracts/choices';
import type { SummaryField, Verdict } from '@/lib/contracts/interview';
import { Block } from './block';

export interface SummaryEntry {
  field: SummaryField;
  value: string | string[];
}

export type ShownSummary =
  { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'fields'; entries: SummaryEntry[] };

const none: ShownSummary = { kind: 'none' };

/** Reads a summary: the non-empty known fields of a JSON object, or plain text. */
export function readSummary(summary: string | undefined): ShownSummary {
  const text = summary?.trim() ?? '';
  if (text === '') return none;
  const parsed = parseJson(text);
  if (parsed === null) return none;
  if (typeof parsed === 'string') return asText(parsed);
  if (typeof parsed !== 'object' || Array.isArray(parsed)) return asText(text);
  const values = new Map<string, unknown>(Object.entries(parsed));
  const entries = summaryFields.flatMap((field): SummaryEntry[] => {
    const value = shownValue(values.get(field));
    return value.length === 0 ? [] : [{ field, value }];
  });
  return entries.length === 0 ? none : { kind: 'fields', entries };
}

/** Text that is not JSON is returned unchanged. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function asText(text: string): ShownSummary {
  const trimmed = text.trim();
  return trimmed === '' ? none : { kind: 'text', text: trimmed };
}

function shownValue(value: unknown): string | string[] {
  if (typeof value === 'string') return value.trim();
  if (!Array.isArray(value)) return '';
  return value.flatMap((item: unknown) =>
    typeof item === 'string' && item.trim() !== '' ? [item.trim()] : [],
  );
}

export function LeadAnalysis({ summary }: { summary: string | undefined }) {
  const t = useTranslations();
  const shown = readSummary(summary);
  if (shown.kind === 'none') return null;
  return (
    <Block title={t('leads_analysis')}>
      {shown.kind === 'text' ? (
        <p className="text-sm whitespace-pre-line">{shown.text}</p>
      ) : (
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 text-sm">
          {shown.entries.map(({ field, value }) => (
            <div key={field} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-ink-soft">{t(`leads_field_${field}`)}</dt>
              <dd className="min-w-0">{typeof value === 'string' ? value : <Items items={value} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </Block>
  );
}

export function LeadVerdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  const t = useTranslations();
  if (verdicts.length === 0) return null;
  return (
    <Block title={t('leads_verdicts')}>
      <ul className="grid gap-1 text-sm">
        {verdicts.map(({ criterion, met, why }, i) => (
          <li key={i} className="grid grid-cols-[max-content_1fr] gap-x-3">
            <b className={met ? 'text-completed-ink' : 'text-failed-ink'}>
              {t(met ? 'leads_verdict_met' : 'leads_verdict_not_met')}
            </b>
            <span className="min-w-0 break-words">
              {criterion} <span className="text-ink-soft">{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </Block>
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
