import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { LeadTurn } from '@/lib/contracts/leads';

type Speaker = LeadTurn['speaker'];

/** Names a speaker in the colour of their waveform. */
export function SpeakerName({ speaker }: { speaker: Speaker }) {
  const t = useTranslations();
  return (
    <span className={`font-semibold ${speaker === 'agent' ? 'text-turquoise-ink' : 'text-cobalt'}`}>
      {t(`leads_speaker_${speaker}`)}
    </span>
  );
}

/** A line of a running conversation. */
export function SpokenLine({ speaker, children }: { speaker: Speaker; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[5.5rem_1fr] gap-2">
      <SpeakerName speaker={speaker} />
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}
