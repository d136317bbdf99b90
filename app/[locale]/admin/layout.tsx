import { notFound } from 'next/navigation';
import { OfficeFrame } from '@/components/office/office-frame';
import { isLanguage } from '@/lib/i18n/language';
import { adminState } from '@/lib/server/http/admin-state';

export default async function AdminLayout({ children, params }: LayoutProps<'/[locale]/admin'>) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  const state = await adminState();
  return (
    <OfficeFrame language={locale} isAdmin={state === 'open' || state === 'signed_in'}>
      {children}
    </OfficeFrame>
  );
}
