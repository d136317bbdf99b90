'use client';

import type { ReactNode } from 'react';
import { useSiteFacts } from '@/components/ui/site-facts';

interface PartnerListProps {
  /** Labels the examples as examples. */
  note: string;
  /** The examples. */
  children: ReactNode;
}

/** The owner's partners; the examples if none are set or known yet. */
export function PartnerList({ note, children }: PartnerListProps) {
  const partners = useSiteFacts()?.partners;
  return (
    <>
      <ul className="mt-6 grid grid-cols-2 gap-x-6 gap-y-8 border-y border-line py-8 md:grid-cols-4 md:gap-x-8 md:py-6">
        {partners?.map(({ name, url, mark }) => (
          <PartnerItem
            key={name}
            name={url === undefined ? name : <PartnerLink url={url}>{name}</PartnerLink>}
            logo={
              mark && <img src={mark} alt="" loading="lazy" className="size-9 object-contain sm:size-12" />
            }
          />
        )) ?? children}
      </ul>
      {partners === undefined && <p className="mt-3 text-sm text-ink-soft">{note}</p>}
    </>
  );
}

interface PartnerItemProps {
  name: ReactNode;
  logo: ReactNode;
}

export function PartnerItem({ name, logo }: PartnerItemProps) {
  return (
    <li className="flex min-w-0 flex-col items-center gap-3 text-center lg:flex-row lg:gap-4 lg:text-left">
      {logo}
      <span className="max-w-full leading-tight font-semibold text-balance">{name}</span>
    </li>
  );
}

function PartnerLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className="underline-offset-4 hover:underline">
      {children}
    </a>
  );
}
