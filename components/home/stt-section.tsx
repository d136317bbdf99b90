import { getLocale, getTranslations } from 'next-intl/server';
import { sttPrefixes } from '@/components/speech/strings';
import { SttDemo } from '@/components/speech/stt-demo';
import { messagesOf } from '@/lib/i18n/messages';
import { stringsOf } from '@/lib/strings';
import { DemoSection } from './demo-section';

export async function SttSection() {
  const [t, language] = await Promise.all([getTranslations(), getLocale()]);
  return (
    <DemoSection id="demo-stt" title={t('demo_stt_title')} text={t('demo_stt_text')} becomes="text">
      <SttDemo strings={stringsOf(messagesOf[language], ...sttPrefixes)} />
    </DemoSection>
  );
}
