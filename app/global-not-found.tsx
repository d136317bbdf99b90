import type { Metadata } from 'next';

export const metadata: Metadata = { title: '404', robots: { index: false } };

/** An unrecognised URL renders nothing (spec.md section 2). */
export default function GlobalNotFound() {
  return (
    <html lang="uz">
      <body />
    </html>
  );
}
