import { startWebApp, type WebApp } from './web-app.ts';

export const adminPassword = 'a password of these tests';

/** The web app of the product under test once more, but with an admin password, or other settings. */
export function startGuardedServer(
  settings: Record<string, string> = { ADMIN_PASSWORD: adminPassword },
): Promise<WebApp> {
  return startWebApp(settings);
}
