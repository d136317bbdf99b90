import { useTranslations } from 'next-intl';
import {
  CallEnds,
  CallHours,
  CallLanguages,
  CallWeekdays,
  CallsOverTime,
  LeadOutcomes,
  MarksOverTime,
} from './charts';
import { Funnel } from './funnel';
import { Overview } from './overview';
import { Tiles } from './tiles';
import type { FiguresProps } from './use-links';

/** The figures of a period, with links to their leads. The owner's questions come first. */
export function Figures(props: FiguresProps) {
  const t = useTranslations();
  return (
    <>
      <Overview {...props} />
      <Funnel {...props} />
      <Tiles {...props} />
      <CallsOverTime {...props} />
      <details>
        <summary className="w-fit rounded py-1 font-semibold max-md:py-3">{t('insights_more')}</summary>
        <div className="mt-2 grid gap-4 lg:grid-cols-2">
          <MarksOverTime {...props} />
          <LeadOutcomes {...props} />
          <CallHours {...props} />
          <CallWeekdays {...props} />
          <CallEnds {...props} />
          <CallLanguages {...props} />
        </div>
      </details>
    </>
  );
}
