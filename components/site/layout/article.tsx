import type { ReactNode } from 'react';
import { CallButton } from '@/components/call/form/call-button';
import { pressLook, waitingLook } from '@/components/ui/press-look';
import { contentId } from './navbar';

interface ArticleProps {
  title: string;
  intro: string;
  /** In a softer colour under the introduction. */
  note?: string;
  sections: { title: string; text: string; picture?: ReactNode; link?: { href: string; label: string } }[];
  /** The call button at the end. */
  call?: { text: string; label: string };
}

/** A page of text in sections. */
export function Article({ title, intro, note, sections, call }: ArticleProps) {
  return (
    <main
      id={contentId}
      tabIndex={-1}
      className="mx-auto w-full max-w-page px-5 pt-32 pb-24 md:pt-40 xl:px-0"
    >
      <article className="grid gap-x-12 lg:grid-cols-12">
        <header className="lg:col-span-10">
          <h1 className="text-[clamp(1.5rem,7.5vw,4.5rem)] leading-[1.02] font-bold tracking-tighter">
            {title}
          </h1>
          <p className="mt-6 max-w-[29em] text-xl text-balance text-ink-soft md:text-2xl">{intro}</p>
          {note ? <p className="mt-4 text-ink-soft tabular-nums">{note}</p> : null}
        </header>
        <div className="mt-14 border-b border-line lg:col-span-12">
          {sections.map((section) => (
            <section
              key={section.title}
              className="grid gap-x-12 gap-y-3 border-t border-line py-8 lg:grid-cols-12"
            >
              <h2 className="text-xl font-semibold md:text-2xl lg:col-span-4">{section.title}</h2>
              <div className="lg:col-span-8">
                <p className="max-w-[39.6em] text-lg leading-relaxed">{section.text}</p>
                {section.picture}
                {section.link && (
                  // Opens in a new tab, so that a call on this page continues.
                  <a
                    href={section.link.href}
                    target="_blank"
                    className="mt-3 inline-flex min-h-11 items-center text-lg font-semibold text-cobalt underline underline-offset-4"
                  >
                    {section.link.label}
                  </a>
                )}
              </div>
            </section>
          ))}
        </div>
      </article>
      {call && (
        <aside className="mt-14 flex flex-wrap items-center gap-x-8 gap-y-5">
          <p className="text-xl font-semibold text-balance md:text-2xl">{call.text}</p>
          <CallButton className={`${pressLook} ${waitingLook}`}>{call.label}</CallButton>
        </aside>
      )}
    </main>
  );
}
