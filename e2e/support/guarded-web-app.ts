import { startWebApp, type WebApp } from './web-app.ts';

export const adminPassword = 'a password of these tests';

/** Starts a second web app on the product's database, with an admin password. */
export function startGuardedWebApp(): Promise<WebApp> {
  return startWebApp({ ADMIN_PASSWORD: adminPassword });
}
