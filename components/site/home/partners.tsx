import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { PartnerItem, PartnerList } from './partner-list';

function Mark({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 48 48"
      className="size-9 shrink-0 text-cobalt sm:size-12"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** An open book whose leaves fan like sound. */
function ReadingMark() {
  return (
    <Mark>
      <path d="M22 40V15C17 10 10 8.5 3 9v25c7-.5 14 1 19 6Z" />
      <path d="M26 40V15c2-2 4.3-3.5 7-4.5v25C30.3 36.5 28 38 26 40Z" />
      <path d="M36.5 34.5V9.6q1.8-.4 3.5-.5V34q-1.7.1-3.5.5ZM43 34V9h2v25Z" />
    </Mark>
  );
}

/** Three people, each taller than the one before. */
function YouthMark() {
  return (
    <Mark>
      <circle cx="10" cy="25" r="4.5" />
      <circle cx="24" cy="16" r="4.5" />
      <circle cx="38" cy="7" r="4.5" />
      <path d="M4 44V38a6 6 0 0 1 12 0v6ZM18 44V29a6 6 0 0 1 12 0v15ZM32 44V20a6 6 0 0 1 12 0v24Z" />
    </Mark>
  );
}

/** A voice and its echo inside a disc. */
function VoiceMark() {
  return (
    <Mark>
      <path
        fillRule="evenodd"
        d="M24 3a21 21 0 1 1 0 42 21 21 0 0 1 0-42Zm-9 16a2.5 2.5 0 0 0-2.5 2.5v5a2.5 2.5 0 0 0 5 0v-5A2.5 2.5 0 0 0 15 19Zm9-7.5a2.5 2.5 0 0 0-2.5 2.5v20a2.5 2.5 0 0 0 5 0V14a2.5 2.5 0 0 0-2.5-2.5ZM33 16a2.5 2.5 0 0 0-2.5 2.5v11a2.5 2.5 0 0 0 5 0v-11A2.5 2.5 0 0 0 33 16Z"
      />
    </Mark>
  );
}

/** A cloud with an arrow that leaves it upwards. */
function CloudMark() {
  return (
    <Mark>
      <path
        fillRule="evenodd"
        d="M13 40a10 10 0 0 1-2.5-19.7A14 14 0 0 1 37 18.2 11 11 0 0 1 36 40ZM24 17l-8 8.5 2.8 2.6 3.3-3.4V35h3.8V24.7l3.3 3.4 2.8-2.6Z"
      />
    </Mark>
  );
}

/** Shown until the owner names partners. */
const examples = [
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
      className="mx-auto w-full max-w-page px-5 py-12 md:py-20 xl:px-0"
    >
      <h2 id="partners-title" className="text-xl font-semibold text-ink-soft">
        {t('partners_title')}
      </h2>
      <PartnerList note={t('partners_examples')}>
        {examples.map(({ id, Mark }) => (
          <PartnerItem key={id} logo={<Mark />} name={t(`partners_${id}`)} />
        ))}
      </PartnerList>
    </section>
  );
}
