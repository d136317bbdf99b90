import { OfficeFrame } from '@/components/office/office-frame';
import { getLanguage } from '@/lib/i18n/get-language';
import { adminState } from '@/lib/server/http/admin-state';

export default async function AdminLayout({ children }: LayoutProps<'/[locale]/admin'>) {
  const [state, language] = await Promise.all([adminState(), getLanguage()]);
  return (
    <OfficeFrame language={language} isAdmin={state === 'open' || state === 'signed_in'}>
      {children}
    </OfficeFrame>
  );
}
