import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { OfficeFrame } from '@/components/office/office-frame';
import { isLanguage } from '@/lib/i18n/language';
import { adminState } from '@/lib/server/http/admin-state';

interface LayoutProps {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}

export default async function AdminLayout({ children, params }: LayoutProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  const state = await adminState();
  return (
    <OfficeFrame language={locale} isAdmin={state === 'open' || state === 'signed_in'}>
      {children}
    </OfficeFrame>
  );
}
