import { env } from './env.ts';

/** The site's own address without a trailing slash: PUBLIC_URL, or Vercel's, or this machine's. */
export function siteUrl(): string {
  const vercel = process.env.VERCEL_PROJECT_PRODUCTION_URL;
  const url = env().PUBLIC_URL ?? (vercel ? `https://${vercel}` : `http://localhost:${env().PORT}`);
  return url.replace(/\/+$/, '');
}

/** The agent's callback URL for a call started here. A preview on Vercel uses its own address, not PUBLIC_URL. */
export function callbackUrl(): string {
  const { VERCEL_ENV, VERCEL_URL } = process.env;
  if (VERCEL_ENV === 'preview' && VERCEL_URL) return `https://${VERCEL_URL}`;
  return env().AGENT_CALLBACK_URL?.replace(/\/+$/, '') ?? siteUrl();
}
