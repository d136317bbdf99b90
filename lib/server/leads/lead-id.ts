import { z } from 'zod';
import { AppError } from '../../errors.ts';

const uuid = z.uuid();

/**
 * The id of a lead as it stands in a URL.
 * @throws AppError lead_not_found for what cannot be one
 */
export async function leadIdOf(params: Promise<{ id: string }>): Promise<string> {
  const id = uuid.safeParse((await params).id);
  if (!id.success) throw new AppError('lead_not_found');
  return id.data;
}
