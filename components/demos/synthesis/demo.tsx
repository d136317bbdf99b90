'use client';

import { lazy, Suspense } from 'react';
import type { TtsStrings } from '../strings';
import { whenNear } from '../when-near';

const TtsLive = lazy(async () => {
  await whenNear('demo-tts');
  return import('./live');
});

/** The text-to-speech demo. Its code comes when the visitor comes near it. */
export function TtsDemo({ strings }: { strings: TtsStrings }) {
  return (
    <Suspense fallback={<div className="min-h-96" />}>
      <TtsLive strings={strings} />
    </Suspense>
  );
}
