import { getLocale, getTranslations } from 'next-intl/server';
import { ttsPrefixes } from '@/components/speech/strings';
import { TtsDemo } from '@/components/speech/tts-demo';
import { messagesOf } from '@/lib/i18n/messages';
import { stringsOf } from '@/lib/strings';
import { DemoSection } from './demo-section';

export async function TtsSection() {
  const [t, language] = await Promise.all([getTranslations(), getLocale()]);
  return (
    <DemoSection id="demo-tts" title={t('demo_tts_title')} text={t('demo_tts_text')} becomes="voice">
      <TtsDemo strings={stringsOf(messagesOf[language], ...ttsPrefixes)} />
    </DemoSection>
  );
}
