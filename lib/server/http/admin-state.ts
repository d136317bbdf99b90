import { headers } from 'next/headers';
import { adminStateOf, type AdminState } from './auth.ts';

/** The session state of the page being rendered; makes the page dynamic. */
export async function adminState(): Promise<AdminState> {
  return adminStateOf(new Headers(await headers()));
}
