import Link from 'next/link';
import { hrefIn, type Language } from '@/lib/language';
import type { PhoneStrings } from './strings';

interface RecordingNoticeProps {
  id: string;
  strings: PhoneStrings;
  language: Language;
}

/** That the call is recorded, and where it says what happens with it. */
export function RecordingNotice({ id, strings, language }: RecordingNoticeProps) {
  const [before, after] = strings.phone_recording_notice.split('{link}');
  return (
    <p id={id} className="text-sm text-pretty text-ink-soft">
      {before}
      <Link href={hrefIn(language, '/privacy')} prefetch={false} className="underline underline-offset-2">
        {strings.phone_privacy_link}
      </Link>
      {after}
    </p>
  );
}
