import type { ReactNode } from 'react';

/** A titled part of an open lead. */
export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-1.5">
      <h3 className="text-xs font-semibold text-ink-soft">{title}</h3>
      {children}
    </section>
  );
}
