import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState, type Ref } from 'react';

/** Long enough for the next letter of a word that is being typed. */
const typingMs = 250;
const maxLength = 200;

interface SearchFieldProps {
  /** What is searched for now. */
  value: string;
  onSearch: (words: string) => void;
  ref: Ref<HTMLInputElement>;
}

/** Searches while somebody types; a step back in the history shows here too. */
export function SearchField({ value, onSearch, ref }: SearchFieldProps) {
  const t = useTranslations();
  const [known, setKnown] = useState(value);
  const [typed, setTyped] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }

  const search = useEffectEvent(() => {
    setKnown(typed);
    onSearch(typed);
  });
  useEffect(() => {
    if (typed === known) return;
    const timer = setTimeout(search, typingMs);
    return () => clearTimeout(timer);
  }, [typed, known]);

  return (
    <label className="relative col-span-2 min-w-56 flex-1">
      <span className="sr-only">{t('leads_search')}</span>
      <Search className="absolute top-2.5 left-3 size-4 text-ink-soft" aria-hidden />
      <input
        ref={ref}
        type="search"
        name="q"
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        placeholder={t('leads_search_hint')}
        autoComplete="off"
        className="h-9 w-full rounded-lg border border-line-strong bg-paper-raised pr-2 pl-9 text-sm placeholder:text-ink-soft"
      />
    </label>
  );
}
