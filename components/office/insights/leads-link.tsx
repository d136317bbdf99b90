import Link from 'next/link';
import type { ComponentProps } from 'react';

/** Links a figure to its leads. It is not prefetched, because a page has hundreds. */
export function LeadsLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} prefetch={false} />;
}
