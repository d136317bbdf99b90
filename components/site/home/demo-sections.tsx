import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SttDemo } from '@/components/demos/recognition/demo';
import { sttPrefixes, ttsPrefixes } from '@/components/demos/strings';
import { TtsDemo } from '@/components/demos/synthesis/demo';
import { getLanguage } from '@/lib/i18n/get-language';
import { recognitionSample } from '@/lib/demo-texts';
import { messagesOf } from '@/lib/i18n/messages';
import { stringsOf } from '@/lib/i18n/strings';
import { barRect, equalizer, restHeights } from '@/lib/equalizer';
import styles from '@/components/brand/lines-and-bars.module.css';
import { SectionTitle } from './section-title';

interface DemoSectionProps {
  id: 'demo-tts' | 'demo-stt';
  title: string;
  text: string;
  becomes: 'voice' | 'text';
  /** The demo itself. */
  children: ReactNode;
}

/** A demo's section: a description on one side, the demo on a sheet of paper on the other. */
async function DemoSection({ id, title, text, becomes, children }: DemoSectionProps) {
  const t = await getTranslations();
  const isMirrored = becomes === 'text';
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mx-auto w-full max-w-page px-5 py-16 md:py-24 xl:px-0"
    >
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-12 lg:gap-12">
        <div className={`flex flex-col gap-6 lg:col-span-5 ${isMirrored ? 'lg:order-2' : ''}`}>
          <LinesAndBars becomes={becomes} />
          <SectionTitle id={`${id}-title`}>{title}</SectionTitle>
          <p className="max-w-[27.7em] text-lg text-balance text-ink-soft">{text}</p>
        </div>
        <div className="rounded-3xl border border-line bg-paper-raised p-4 sm:p-6 md:p-8 lg:col-span-7">
          <noscript>
            <p className="mb-5 text-failed-ink">{t('demo_needs_script')}</p>
          </noscript>
          {children}
        </div>
      </div>
    </section>
  );
}

export async function TtsSection() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <DemoSection id="demo-tts" title={t('demo_tts_title')} text={t('demo_tts_text')} becomes="voice">
      <TtsDemo strings={stringsOf(messagesOf[language], ...ttsPrefixes)} language={language} />
    </DemoSection>
  );
}

export async function SttSection() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <DemoSection id="demo-stt" title={t('demo_stt_title')} text={t('demo_stt_text')} becomes="text">
      <SttDemo
        strings={stringsOf(messagesOf[language], ...sttPrefixes)}
        language={language}
        sample={recognitionSample}
      />
    </DemoSection>
  );
}

/** Five bars. Upright they are a voice, lying they are lines of text; one becomes the other as the section comes into view. */
function LinesAndBars({ becomes }: { becomes: 'voice' | 'text' }) {
  const side = equalizer.width;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} className={styles.drawing} aria-hidden="true" focusable="false">
      <g className={becomes === 'voice' ? styles.standing : styles.lying}>
        {restHeights.map((rest, bar) => {
          const { x, width } = barRect(bar, rest);
          const height = rest * side;
          return (
            <rect
              key={bar}
              x={x}
              y={side - height}
              width={width}
              height={height}
              rx={width / 2}
              fill="currentColor"
            />
          );
        })}
      </g>
    </svg>
  );
}
