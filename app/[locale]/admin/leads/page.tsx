import { redirect } from 'next/navigation';
import { preload } from 'react-dom';
import type { FirstPage } from '@/components/leads/desk-page';
import { LeadsPage } from '@/components/leads/list/leads-desk';
import { apiQueryOf, pageCount, readView, viewParamsOf } from '@/components/leads/view';
import { FirstDay } from '@/components/office/first-day';
import { OfficePage, officeMetadata } from '@/components/office/office-page';
import { apiUrl } from '@/lib/api-client';
import { leadQuery } from '@/lib/contracts/leads';
import { adminState } from '@/lib/server/http/admin-state';
import { listLeads } from '@/lib/server/leads/repository';
import { topicNames } from '@/lib/server/office/topic-names';

export const generateMetadata = () => officeMetadata('leads_title');

export default async function AdminLeadsPage({ searchParams }: PageProps<'/[locale]/admin/leads'>) {
  const state = await adminState();
  const view = readView(await searchParams);
  const query = apiQueryOf(view);
  const isAdmin = state === 'open' || state === 'signed_in';
  const [firstPage, questions] = await Promise.all([
    isAdmin && view.lead === undefined ? loadFirstPage(query) : undefined,
    isAdmin ? topicNames().catch(() => undefined) : undefined,
  ]);
  if (firstPage?.leads.length === 0 && firstPage.total > 0)
    redirect(`?${viewParamsOf({ ...view, page: pageCount(firstPage.total) }).toString()}`);
  // The browser requests the list while it still loads the page's scripts.
  if (isAdmin && firstPage === undefined) {
    const list = apiUrl('GET /api/leads', { query: new URLSearchParams(query) });
    preload(list, { as: 'fetch', crossOrigin: 'anonymous' });
  }
  return (
    <OfficePage page="leads" state={state}>
      <LeadsPage
        signedIn={state === 'signed_in'}
        first={firstPage}
        questions={questions}
        firstDay={<FirstDay />}
      />
    </OfficePage>
  );
}

/** The rows that the page contains. If they fail to load, the browser requests them and shows why. */
async function loadFirstPage(query: string): Promise<FirstPage | undefined> {
  const parsed = leadQuery.parse(Object.fromEntries(new URLSearchParams(query)));
  const list = await listLeads(parsed).catch(() => undefined);
  return list && { ...list, query, renderedAtMs: Date.now() };
}
