import { env } from './env.ts';

const localPort = 3000;

/** The site's own address, without a slash at its end: PUBLIC_URL, or what Vercel says, or this machine. */
export function siteUrl(): string {
  const vercel = process.env.VERCEL_PROJECT_PRODUCTION_URL;
  const url =
    env().PUBLIC_URL ?? (vercel ? `https://${vercel}` : `http://localhost:${env().PORT || localPort}`);
  return url.replace(/\/+$/, '');
}

/**
 * Callback URL of the agent for a call that was begun here. A preview on Vercel is not PUBLIC_URL: its calls come back to itself.
 */
export function callbackUrl(): string {
  const { VERCEL_ENV, VERCEL_URL } = process.env;
  if (VERCEL_ENV === 'preview' && VERCEL_URL) return `https://${VERCEL_URL}`;
  return env().AGENT_CALLBACK_URL?.replace(/\/+$/, '') ?? siteUrl();
}
