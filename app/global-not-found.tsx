import type { Metadata } from 'next';

export const metadata: Metadata = { title: '404', robots: { index: false } };

/** An unrecognised URL renders nothing. */
export default function GlobalNotFound() {
  return (
    <html lang="uz">
      <body />
    </html>
  );
}
