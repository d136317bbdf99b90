import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { DemoSection } from './demo-section';

export async function SttSection({ children }: { children?: ReactNode }) {
  const t = await getTranslations();
  return (
    <DemoSection id="demo-stt" title={t('demo_stt_title')} text={t('demo_stt_text')} becomes="text">
      {children}
    </DemoSection>
  );
}
