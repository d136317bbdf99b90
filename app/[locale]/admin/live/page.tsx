import { OfficePage, officeMetadata } from '@/components/office/office-page';
import { LivePage } from '@/components/office/live/live-page';
import { adminState } from '@/lib/server/http/admin-state';

export const generateMetadata = () => officeMetadata('live_title');

export default async function AdminLivePage() {
  return (
    <OfficePage page="live" state={await adminState()}>
      <LivePage />
    </OfficePage>
  );
}
