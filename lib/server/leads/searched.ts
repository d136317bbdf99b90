import { phoneSearchText, searchText } from '../../search-text.ts';

/** What of a lead is searched. */
interface Searched {
  /** In the form +998901234567. */
  phone: string;
  note?: string;
  transcription?: string | null;
  summary?: string | null;
}

/** What a lead is found by: kept with it, since Postgres does not know our alphabets. */
export function searchedText({ phone, note, transcription, summary }: Searched): string {
  return [phoneSearchText(phone), ...[note, transcription, summary].map((text) => searchText(text ?? ''))]
    .filter(Boolean)
    .join(' ');
}
