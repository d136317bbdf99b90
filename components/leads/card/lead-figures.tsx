import { useFormatter, useTranslations } from 'next-intl';
import type { CallFigures } from '@/lib/contracts/leads';
import { minutesSeconds } from '@/lib/time';

/** The measured stages with their headings. */
const columns = [
  ['endOfTurnMs', 'leads_figures_end_of_turn'],
  ['recognitionMs', 'leads_figures_recognition'],
  ['firstTokenMs', 'leads_figures_first_token'],
  ['firstSoundMs', 'leads_figures_first_sound'],
  ['totalMs', 'leads_figures_total'],
] as const;

/** Each answer with its engines and the milliseconds of its stages, and the cost of the call. */
export function LeadFigures({ figures }: { figures: CallFigures | undefined }) {
  const t = useTranslations();
  const format = useFormatter();
  if (figures === undefined) return null;
  const { planVersion, promptTokens, outputTokens, costUsd, turns } = figures;
  const usd = { style: 'currency', currency: 'USD', maximumFractionDigits: 4 } as const;
  const sums = [
    planVersion !== null && t('leads_figures_plan', { version: planVersion }),
    promptTokens !== null && t('leads_figures_tokens', { read: promptTokens, written: outputTokens ?? 0 }),
    costUsd !== null && t('leads_figures_cost', { cost: format.number(costUsd, usd) }),
  ].filter((line) => line !== false);
  return (
    <details className="min-w-0 text-sm">
      <summary className="w-fit rounded py-1 text-xs font-semibold text-ink-soft max-md:py-3">
        {t('leads_figures')}
      </summary>
      {sums.length > 0 && <p className="py-1 text-ink-soft tabular-nums">{sums.join(' · ')}</p>}
      <div tabIndex={0} role="group" aria-label={t('leads_figures')} className="max-h-96 overflow-auto">
        <table className="w-full text-right text-xs tabular-nums [&_td]:px-2 [&_td]:py-1 [&_th]:px-2 [&_th]:py-1 [&_th]:font-semibold">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="text-left">
                {t('leads_figures_at')}
              </th>
              {columns.map(([column, heading]) => (
                <th key={column} scope="col">
                  {t(heading)}
                </th>
              ))}
              <th scope="col" className="text-left">
                {t('leads_figures_by')}
              </th>
            </tr>
          </thead>
          <tbody>
            {turns.map((turn, i) => (
              <tr key={i}>
                <th scope="row" className="text-left">
                  {minutesSeconds(turn.atS)}
                </th>
                {columns.map(([column]) => (
                  <td key={column}>{turn[column] === undefined ? '–' : format.number(turn[column])}</td>
                ))}
                <td className="text-left">
                  {[
                    turn.engine === 'script' ? t('leads_figures_script') : turn.model,
                    turn.recognizer,
                    turn.voice,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                  {turn.interrupted === true && ` (${t('leads_figures_interrupted')})`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
