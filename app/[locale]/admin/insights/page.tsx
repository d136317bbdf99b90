import { InsightsPage } from '@/components/office/insights/insights-page';
import { OfficePage, officeMetadata } from '@/components/office/office-page';
import { adminState } from '@/lib/server/http/admin-state';

export const generateMetadata = () => officeMetadata('insights_title');

export default async function AdminInsightsPage() {
  return (
    <OfficePage page="insights" state={await adminState()}>
      <InsightsPage />
    </OfficePage>
  );
}
