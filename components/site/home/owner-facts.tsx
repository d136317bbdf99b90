'use client';

import { useSiteFacts } from '@/components/ui/site-facts';
import type { Language } from '@/lib/i18n/language';
import { formatPhone } from '@/lib/phone';
import { ContactRow, contactLinkLook } from './contact-row';

/** The owner's price or pilot offer, if there is one. */
export function Offer({ language }: { language: Language }) {
  const offer = useSiteFacts()?.offer?.[language];
  if (offer === undefined) return null;
  return (
    <p className="mt-10 w-fit rounded-3xl bg-turquoise-paper px-5 py-4 text-lg font-medium text-turquoise-ink sm:px-7 md:text-xl">
      {offer}
    </p>
  );
}

/** The person whom visitors may call, if the owner names one. */
export function ContactPerson({ label }: { label: string }) {
  const person = useSiteFacts()?.contact;
  if (person === undefined) return null;
  const { name, phone, photo } = person;
  return (
    <ContactRow label={label}>
      <span className="flex items-center gap-4">
        {photo !== undefined && (
          <img src={photo} alt="" loading="lazy" className="size-14 shrink-0 rounded-full object-cover" />
        )}
        <span className="grid min-w-0">
          {name}
          {phone !== undefined && (
            <a href={`tel:${phone}`} className={`${contactLinkLook} font-normal tabular-nums`}>
              {formatPhone(phone)}
            </a>
          )}
        </span>
      </span>
    </ContactRow>
  );
}
