import { Info } from 'lucide-react';

/**
 * A term with an explanation, which shows on hover, and after a press until the term loses the focus. It lies over the page, at the
 * left edge of a `relative` ancestor.
 */
export function Term({ name, explanation }: { name: string; explanation: string }) {
  return (
    <details onBlur={({ currentTarget }) => (currentTarget.open = false)}>
      <summary title={explanation} className="flex min-h-6 w-fit items-center gap-1 rounded touch:min-h-11">
        {name}
        <Info className="size-3 shrink-0" aria-hidden />
      </summary>
      <p className="absolute left-0 z-10 w-full max-w-72 rounded-lg border border-line-strong bg-paper-raised p-2 text-xs text-pretty text-ink shadow-float">
        {explanation}
      </p>
    </details>
  );
}
