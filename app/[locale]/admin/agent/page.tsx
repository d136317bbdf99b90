import { AgentPage } from '@/components/office/agent/agent-page';
import { OfficePage, officeMetadata } from '@/components/office/office-page';
import { adminState } from '@/lib/server/http/admin-state';

export const generateMetadata = () => officeMetadata('plan_title');

export default async function AdminAgentPage() {
  return (
    <OfficePage page="agent" state={await adminState()}>
      <AgentPage />
    </OfficePage>
  );
}
