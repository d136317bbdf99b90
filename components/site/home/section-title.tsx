import type { ReactNode } from 'react';

interface SectionTitleProps {
  id: string;
  className?: string;
  children: ReactNode;
}

/** The heading of a section of the home page. */
export function SectionTitle({ id, className = '', children }: SectionTitleProps) {
  return (
    <h2
      id={id}
      className={`text-[clamp(1.875rem,4.5vw,3.25rem)] leading-[1.05] font-bold tracking-tighter ${className}`}
    >
      {children}
    </h2>
  );
}
