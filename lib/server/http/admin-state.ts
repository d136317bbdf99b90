import { headers } from 'next/headers';
import { adminStateOf, type AdminState } from './auth.ts';

/** Who is looking at the page being drawn; makes it a page of its own for each request. */
export async function adminState(): Promise<AdminState> {
  return adminStateOf(new Headers(await headers()));
}
