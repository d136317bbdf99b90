'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { LeadDetailsProvider } from '../card/lead-details';
import { PlayerProvider } from '../player/player-context';
import { LeadsDesk } from './leads-desk';

interface LeadsPageProps {
  /** Whether there is a session that can be ended. */
  signedIn: boolean;
}

/** The leads page of an admin who may see it. */
export function LeadsPage({ signedIn }: LeadsPageProps) {
  const router = useRouter();
  const askWhoIsThere = useCallback(() => router.refresh(), [router]);
  return (
    <PlayerProvider>
      <LeadDetailsProvider>
        <LeadsDesk onRefused={askWhoIsThere} onSignedOut={signedIn ? askWhoIsThere : undefined} />
      </LeadDetailsProvider>
    </PlayerProvider>
  );
}
