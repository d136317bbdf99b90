import { preload } from 'react-dom';
import { listPath } from '@/components/leads/api';
import { LeadsPage } from '@/components/leads/list/leads-desk';
import { apiQueryOf, readView } from '@/components/leads/view';
import { OfficePage, officeMetadata } from '@/components/office/office-page';
import { adminState } from '@/lib/server/http/admin-state';

export const generateMetadata = () => officeMetadata('leads_title');

export default async function AdminLeadsPage({ searchParams }: PageProps<'/[locale]/admin/leads'>) {
  const state = await adminState();
  // The browser asks for the list while it still loads the page's scripts.
  const list = listPath(apiQueryOf(readView(await searchParams)));
  if (state === 'open' || state === 'signed_in') preload(list, { as: 'fetch', crossOrigin: 'anonymous' });
  return (
    <OfficePage page="leads" state={state}>
      <LeadsPage signedIn={state === 'signed_in'} />
    </OfficePage>
  );
}
