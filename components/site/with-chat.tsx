'use client';

import type { ReactNode } from 'react';
import { useSiteFacts } from '../ui/site-facts';

/** Shows what leads to the support chat, where there is one. */
export function WithChat({ children }: { children: ReactNode }) {
  return useSiteFacts()?.chat ? children : null;
}
