import { env } from './env.ts';

const localPort = 3000;

/** The site's own address, without a slash at its end: PUBLIC_URL, or what Vercel says, or this machine. */
export function siteUrl(): string {
  const vercel = process.env.VERCEL_PROJECT_PRODUCTION_URL;
  const url =
    env().PUBLIC_URL ?? (vercel ? `https://${vercel}` : `http://localhost:${env().PORT || localPort}`);
  return url.replace(/\/+$/, '');
}
