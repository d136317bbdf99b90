import { Hero } from '@/components/home/hero';
import { contentId } from '@/components/layout/skip-link';

export default function HomePage() {
  return (
    <main id={contentId} tabIndex={-1}>
      <Hero />
    </main>
  );
}
