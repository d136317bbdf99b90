import { AppError } from '@/lib/contracts/errors';
import { handler } from '@/lib/server/http/handler';

/** Answers unknown API paths with an error in JSON instead of a page. */
const unknownPath = handler(async () => {
  throw new AppError('not_found');
});

export {
  unknownPath as DELETE,
  unknownPath as GET,
  unknownPath as PATCH,
  unknownPath as POST,
  unknownPath as PUT,
};
