import type { ReactNode } from 'react';

export const contactLinkLook =
  'group inline-flex min-h-11 items-center gap-3 text-left underline-offset-4 hover:underline forced-colors:border';

export function ContactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-b border-line py-4 sm:grid-cols-[8rem_1fr] sm:items-baseline">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-xl font-semibold text-balance md:text-2xl">{children}</dd>
    </div>
  );
}
