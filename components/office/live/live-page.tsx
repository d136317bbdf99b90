'use client';

import { useTranslations } from 'next-intl';
import { apiUrl, callApi } from '@/lib/api-client';
import { useRefetchOnEvents } from '@/components/leads/use-refetch-on-events';
import { ResourceNotice } from '../resource-notice';
import { useResource } from '../use-resource';
import { LiveCall } from './live-call';

const livePath = apiUrl('GET /api/admin/live');
/** LiveKit sends no event for a crashed room, so poll. */
const pollMs = 10_000;

/** The running calls with their words. */
export function LivePage() {
  const t = useTranslations();
  const resource = useResource([livePath], (signal) => callApi('GET /api/admin/live', { signal }), pollMs);
  const { data, reload } = resource;
  useRefetchOnEvents(apiUrl('GET /api/admin/live/events'), livePath);

  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-bold tracking-tight">{t('live_title')}</h1>
      <ResourceNotice {...resource} />
      {data?.calls.length === 0 && (
        <p role="status" className="py-24 text-center text-lg font-semibold">
          {t('live_empty')}
        </p>
      )}
      {data?.calls.map((call) => (
        <LiveCall key={call.room} call={call} onEnded={() => void reload()} />
      ))}
    </div>
  );
}
