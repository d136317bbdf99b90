import { OfficePage, officeMetadata } from '@/components/office/office-page';
import { SetupPage } from '@/components/office/setup/setup-page';
import { adminState } from '@/lib/server/http/admin-state';

export const generateMetadata = () => officeMetadata('setup_title');

export default async function AdminSetupPage() {
  return (
    <OfficePage page="setup" state={await adminState()}>
      <SetupPage />
    </OfficePage>
  );
}
