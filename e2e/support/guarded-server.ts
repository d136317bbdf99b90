import { startWebApp, type WebApp } from './web-app.ts';

export const adminPassword = 'a password of these tests';

/** A second web app of the product under test, with an admin password. */
export function startGuardedServer(): Promise<WebApp> {
  return startWebApp({ ADMIN_PASSWORD: adminPassword });
}
