import { AppError } from '@/lib/contracts/errors';
import { handler } from '@/lib/server/http/handler';

/** Answers unknown API paths with an error in JSON instead of a page. */
const nothing = handler(async () => {
  throw new AppError('not_found');
});

export { nothing as DELETE, nothing as GET, nothing as PATCH, nothing as POST, nothing as PUT };
