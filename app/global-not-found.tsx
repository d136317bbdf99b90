import type { Metadata } from 'next';
import Link from 'next/link';

export const metadata: Metadata = { title: '404', robots: { index: false } };

/** Shows nothing, as specified (section 2). A screen reader and the keyboard still find a heading and the way home. */
export default function GlobalNotFound() {
  return (
    <html lang="uz">
      <body>
        <main style={{ opacity: 0 }}>
          <h1>404</h1>
          <Link href="/">Ovoz</Link>
        </main>
      </body>
    </html>
  );
}
