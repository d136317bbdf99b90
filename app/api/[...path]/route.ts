import { AppError } from '@/lib/contracts/errors';
import { handler } from '@/lib/server/http/handler';

/** Whatever no other route answers: in the shape of an error, not as a page. */
const nothing = handler(async () => {
  throw new AppError('not_found');
});

export { nothing as DELETE, nothing as GET, nothing as PATCH, nothing as POST, nothing as PUT };
