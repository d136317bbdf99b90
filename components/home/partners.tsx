import { getTranslations } from 'next-intl/server';
import { CloudMark, ReadingMark, VoiceMark, YouthMark } from './partner-marks';

const partners = [
  { id: 'reading', Mark: ReadingMark },
  { id: 'youth', Mark: YouthMark },
  { id: 'voice', Mark: VoiceMark },
  { id: 'cloud', Mark: CloudMark },
] as const;

export async function Partners() {
  const t = await getTranslations();
  return (
    <section
      id="partners"
      aria-labelledby="partners-title"
      className="mx-auto w-full max-w-[76rem] px-5 py-16 md:py-20 xl:px-0"
    >
      <h2 id="partners-title" className="text-xl font-semibold text-ink-soft">
        {t('partners_title')}
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-x-8 border-t border-line min-[30rem]:grid-cols-2 lg:grid-cols-4">
        {partners.map(({ id, Mark }) => (
          <li key={id} className="flex items-center gap-4 border-b border-line py-7">
            <Mark />
            <span className="leading-tight font-semibold min-[30rem]:max-w-[9.2em]">
              {t(`partners_${id}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
