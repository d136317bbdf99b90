import { useTranslations } from 'next-intl';
import { useLanguage } from '@/components/ui/use-language';
import type { CallFigures } from '@/lib/contracts/leads';
import type { VendorFailure } from '@/lib/contracts/vendor-failures';
import { minutesSeconds } from '@/lib/time';
import { dayAndTime } from '../format';
import { useVendorWords } from '../vendor-words';

type MeasuredTurn = CallFigures['turns'][number];

/** Failed vendors, the turn at which the script took over, and the number of replaced model statements. */
export function LeadFailures({ figures }: { figures: CallFigures | undefined }) {
  const t = useTranslations();
  const language = useLanguage();
  const words = useVendorWords();
  const { turns = [], startedAt } = figures ?? {};
  const scripted = firstScriptedTurn(turns);
  const tookOver = ({ turn, failure }: ShownFailure) =>
    turn === scripted && failure.part === 'language_model';
  const failed = [
    // The same failure may have come before, in a turn after which the model answered again.
    ...firstFailures(scripted ? [scripted] : []).filter(tookOver),
    ...firstFailures(turns).filter((each) => !tookOver(each)),
  ];
  const replaced = turns.reduce((sum, turn) => sum + (turn.replaced ?? 0), 0);
  if (failed.length === 0 && replaced === 0) return null;
  const timeOf = ({ atS }: MeasuredTurn) =>
    startedAt == null
      ? minutesSeconds(atS)
      : dayAndTime(new Date(Date.parse(startedAt) + atS * 1000).toISOString(), language);
  return (
    <ul className="grid gap-1 rounded-lg bg-pending-paper px-3 py-2 text-sm break-words text-pending-ink">
      {failed.map(({ turn, failure }) => (
        <li key={`${turn.atS} ${JSON.stringify(failure)}`}>
          {t(tookOver({ turn, failure }) ? 'leads_script_held' : 'leads_vendor_failed', {
            time: timeOf(turn),
            vendor: failure.vendor,
            why: words(failure),
          })}
        </li>
      ))}
      {replaced > 0 && <li>{t('leads_replaced', { count: replaced })}</li>}
    </ul>
  );
}

interface ShownFailure {
  turn: MeasuredTurn;
  failure: VendorFailure;
}

/** Each kind of failure of each vendor once, with its first turn. */
function firstFailures(turns: readonly MeasuredTurn[]): ShownFailure[] {
  const seen = new Set<string>();
  return turns.flatMap((turn) =>
    (turn.failures ?? []).flatMap((failure) => {
      const key = `${failure.part} ${failure.vendor} ${failure.kind}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ turn, failure }];
    }),
  );
}

/** The first turn with a failure of the model after the model's last reply. */
function firstScriptedTurn(turns: readonly MeasuredTurn[]): MeasuredTurn | undefined {
  const lastOfModel = turns.findLastIndex(({ engine }) => engine === 'model');
  return turns
    .slice(lastOfModel + 1)
    .find(({ failures = [] }) => failures.some(({ part }) => part === 'language_model'));
}
