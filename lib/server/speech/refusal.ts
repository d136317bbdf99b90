import { AppError } from '../../errors.ts';
import { VendorFault } from '../vendor.ts';

const details: Record<number, string> = {
  401: 'The speech service does not accept our key.',
  402: 'The account at the speech service has run out.',
  403: 'The speech service does not accept our key.',
  413: 'The recording is too large for the speech service.',
  429: 'The speech service is busy; try again later.',
};

/** What a speech vendor's fault is called by us; anything else is thrown on as it is. */
export function refuse(fault: unknown): never {
  if (!(fault instanceof VendorFault)) throw fault;
  if (fault.kind === 'timeout') throw new AppError('speech_timeout', { cause: fault });
  const { status, retryAfterS } = fault;
  const detail = status === undefined ? undefined : details[status];
  throw new AppError('speech_failed', { detail, retryAfterS, cause: fault });
}
