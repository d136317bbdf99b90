'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { filePathOf } from '@/lib/i18n/routing';

interface OfficeTabsProps {
  label: string;
  tabs: { href: string; name: string }[];
}

/** A pressed tab, and the page on which it was pressed. */
interface PressedTab {
  href: string;
  from: string;
}

/** Returns the pressed tab until another page arrives; then that page's tab, because a step back leads to `from` again. */
export function pressedTabOn(path: string, pressed: PressedTab | undefined): PressedTab | undefined {
  return pressed === undefined || pressed.from === path ? pressed : { href: path, from: path };
}

/** The pages of the office, prefetched whole. A pressed tab is marked before its page arrives. */
export function OfficeTabs({ label, tabs }: OfficeTabsProps) {
  const path = filePathOf(usePathname() ?? '');
  const [lastPressed, setPressed] = useState<PressedTab>();
  const pressed = pressedTabOn(path, lastPressed);
  if (pressed !== lastPressed) setPressed(pressed);
  const current = pressed?.href ?? path;
  const change = current === path ? 'arrived' : 'leaving';
  const bar = useRef<HTMLElement>(null);

  useEffect(() => {
    const tab = bar.current?.querySelector('[aria-current]');
    // On a narrow screen the last tabs are beyond the edge.
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);

  return (
    <nav
      ref={bar}
      aria-label={label}
      data-change={pressed && change}
      className="flex gap-1 self-stretch overflow-x-auto max-md:order-2 max-md:w-full max-[22rem]:gap-0.5"
    >
      {tabs.map(({ href, name }) => (
        <Link
          key={href}
          href={href}
          prefetch
          onNavigate={() => setPressed({ href: filePathOf(href), from: path })}
          aria-current={filePathOf(href) === current ? 'page' : undefined}
          className="-mb-px flex min-h-11 shrink-0 items-center border-b-3 border-transparent px-3 text-sm font-semibold text-ink-soft hover:text-ink aria-[current]:border-turquoise aria-[current]:text-ink max-sm:px-1.5 max-sm:text-[0.8rem] max-[22rem]:px-1 max-[22rem]:text-xs"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
