'use client';

import { lazy, Suspense } from 'react';
import type { SttStrings } from '../strings';
import { whenNear } from '../when-near';

/** The server's HTML stands until its code is here, and is taken over as it is: nothing moves. */
const SttLive = lazy(async () => {
  await whenNear('demo-stt');
  return import('./live');
});

/** The speech-to-text demo. Its code comes when the visitor comes near it. */
export function SttDemo({ strings }: { strings: SttStrings }) {
  return (
    <Suspense fallback={<div className="min-h-96" />}>
      <SttLive strings={strings} />
    </Suspense>
  );
}
