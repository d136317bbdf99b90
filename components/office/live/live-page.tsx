'use client';

import { useTranslations } from 'next-intl';
import { useLive } from '@/components/leads/use-leads';
import { OfficeFailed, OfficeLoading } from '../notices';
import { useLookAgain, useResource } from '../use-resource';
import { LiveCall } from './live-call';

const livePath = '/api/admin/live';
const liveShape = () => import('@/lib/contracts/office').then(({ liveCalls }) => liveCalls);
/** A room that the media server has lost is told by nobody. */
const lookAgainMs = 10_000;

/** The calls that go on now, with what is said in them. */
export function LivePage() {
  const t = useTranslations();
  const { data, failure, reload, look } = useResource(livePath, liveShape);
  useLive(true, () => void look(), `${livePath}/events`);

  useLookAgain(look, lookAgainMs);

  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-bold tracking-tight">{t('live_title')}</h1>
      {failure && <OfficeFailed failure={failure} onRetry={() => void reload()} />}
      {data === null && failure === null && <OfficeLoading />}
      {data?.calls.length === 0 && (
        <p role="status" className="py-24 text-center text-lg font-semibold">
          {t('live_empty')}
        </p>
      )}
      {data?.calls.map((call) => (
        <LiveCall key={call.room} call={call} path={livePath} onEnded={() => void reload()} />
      ))}
    </div>
  );
}
