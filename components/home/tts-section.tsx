import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { DemoSection } from './demo-section';

export async function TtsSection({ children }: { children?: ReactNode }) {
  const t = await getTranslations();
  return (
    <DemoSection id="demo-tts" title={t('demo_tts_title')} text={t('demo_tts_text')} becomes="voice">
      {children}
    </DemoSection>
  );
}
