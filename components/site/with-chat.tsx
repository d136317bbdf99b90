'use client';

import type { ReactNode } from 'react';
import { useSiteFacts } from '../ui/site-facts';

/** Shows its children if there is a support chat. */
export function WithChat({ children }: { children: ReactNode }) {
  return useSiteFacts()?.chat ? children : null;
}
