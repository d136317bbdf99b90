import { getTranslations } from 'next-intl/server';
import { getLanguage } from '@/lib/i18n/get-language';
import { Offer } from './owner-facts';
import styles from './proof.module.css';
import { Waveform } from './proof-waveform';
import { SectionTitle } from './section-title';

const steps = ['visitor', 'agent', 'phone'] as const;
const fields = [
  { label: 'leads_field_maqsad', value: 'proof_goal' },
  { label: 'leads_field_ehtiyojlar', value: 'proof_needs' },
  { label: 'leads_field_keyingi_qadamlar', value: 'proof_next' },
] as const;

/** A call in three steps, beside the lead that the office gets from it. */
export async function Proof() {
  const [t, language] = await Promise.all([getTranslations(), getLanguage()]);
  return (
    <section
      id="proof"
      aria-labelledby="proof-title"
      className="mx-auto w-full max-w-page px-5 pt-16 pb-8 md:pt-24 md:pb-12 xl:px-0"
    >
      <div className="grid gap-4 lg:grid-cols-12 lg:items-end lg:gap-12">
        <SectionTitle id="proof-title" className="lg:col-span-5">
          {t('proof_title')}
        </SectionTitle>
        <p className="max-w-[30.4em] text-lg text-balance text-ink-soft lg:col-span-7">{t('proof_text')}</p>
      </div>
      <div className="mt-10 grid gap-10 lg:grid-cols-12 lg:gap-12">
        <ol className={`${styles.steps} lg:col-span-5`}>
          {steps.map((step) => (
            <li key={step}>
              <h3 className="text-xl font-semibold md:text-2xl">{t(`proof_${step}_title`)}</h3>
              <p className="mt-1 max-w-[28em] text-lg text-ink-soft">{t(`proof_${step}_text`)}</p>
            </li>
          ))}
        </ol>
        <SampleLead />
      </div>
      <Offer language={language} />
    </section>
  );
}

async function SampleLead() {
  const t = await getTranslations();
  return (
    <figure className="rounded-3xl border border-line bg-paper-raised lg:col-span-7">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-5 py-4 sm:px-7">
        <span className="text-xl font-semibold">{t('proof_name')}</span>
        <span className="rounded-full bg-unknown-paper px-3 py-0.5 text-sm text-unknown-ink">
          {t('proof_sample')}
        </span>
        <span className="flex w-full flex-wrap gap-x-4 text-ink-soft tabular-nums">
          <span className="whitespace-nowrap">+998 90 123 45 67</span>
          <span>{t('proof_when')}</span>
          <span>{t('proof_length')}</span>
        </span>
      </figcaption>
      <div className="px-5 py-5 sm:px-7">
        <Waveform label={t('proof_wave')} />
        <dl className="mt-5 grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
          {fields.map(({ label, value }) => (
            <div key={label} className="sm:contents">
              <dt className="text-ink-soft">{t(label)}</dt>
              <dd className="font-medium">{t(value)}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-5 grid gap-2 border-t border-line pt-5">
          <p className={styles.agentLine}>
            <span className="sr-only">{t('proof_agent')}: </span>
            {t('proof_line_agent')}
          </p>
          <p className={styles.visitorLine}>
            <span className="sr-only">{t('proof_visitor_title')}: </span>
            {t('proof_line_customer')}
          </p>
        </div>
      </div>
    </figure>
  );
}
