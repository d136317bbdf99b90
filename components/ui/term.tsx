import { Info } from 'lucide-react';

/** A term whose explanation shows on hover, and below it after a press. */
export function Term({ name, explanation }: { name: string; explanation: string }) {
  return (
    <details>
      <summary title={explanation} className="flex min-h-6 w-fit items-center gap-1 rounded touch:min-h-11">
        {name}
        <Info className="size-3 shrink-0" aria-hidden />
      </summary>
      <p className="max-w-72 pb-1 text-xs text-pretty">{explanation}</p>
    </details>
  );
}
