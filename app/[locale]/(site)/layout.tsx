import { Footer } from '@/components/site/layout/footer';
import { HelpButton } from '@/components/site/layout/help-button';
import { Navbar } from '@/components/site/layout/navbar';

/** The frame of the visitors' pages. */
export default function SiteLayout({ children }: LayoutProps<'/[locale]'>) {
  return (
    <>
      <Navbar />
      {children}
      <Footer />
      <HelpButton />
    </>
  );
}
