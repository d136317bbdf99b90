/**
 * The catalogue of errors. Codes are stable: the browser translates them (message key `error_<code>`); details are English
 * sentences for API users.
 */
export const errorCatalogue = {
  bad_request: { status: 400, detail: 'The request could not be read.' },
  unauthorized: { status: 401, detail: 'Sign in first.' },
  wrong_password: { status: 401, detail: 'The password is not right.' },
  forbidden: { status: 403, detail: 'This is not allowed from here.' },
  admin_locked: {
    status: 403,
    detail: 'The admin page is locked: set ADMIN_PASSWORD on the server to open it.',
  },
  not_found: { status: 404, detail: 'There is nothing here.' },
  lead_not_found: { status: 404, detail: 'There is no such lead.' },
  audio_not_found: { status: 404, detail: 'This lead has no recording.' },
  method_not_allowed: { status: 405, detail: 'This method is not answered here.' },
  room_taken: { status: 409, detail: 'This room belongs to another browser.' },
  call_taken: { status: 409, detail: 'Another agent holds this call.' },
  call_ended: { status: 409, detail: 'This call is over; a new one needs a new room.' },
  model_busy: { status: 409, detail: 'This model is being fetched already.' },
  already_processing: { status: 409, detail: 'This lead is being processed already.' },
  draft_changed: { status: 409, detail: 'Somebody has changed the draft meanwhile; nothing was written.' },
  lead_deleted: { status: 410, detail: 'This conversation was deleted; nothing of it is kept any more.' },
  too_large: { status: 413, detail: 'The request is larger than the server takes.' },
  unsupported_type: { status: 415, detail: 'The content type is not one this endpoint takes.' },
  range_not_satisfiable: { status: 416, detail: 'The range lies outside the recording.' },
  invalid_field: { status: 422, detail: 'A field is not valid.' },
  phone_required: { status: 422, detail: 'A phone number is required.' },
  phone_invalid: { status: 422, detail: 'The phone number is not a valid number of Uzbekistan.' },
  terms_outdated: {
    status: 422,
    detail: 'The terms have changed; reload the page to agree to the current ones.',
  },
  model_unusable: { status: 422, detail: 'This is not a speech model that can be used here.' },
  invalid_audio: { status: 422, detail: 'The file is not a recording in WebM, Ogg, MP4, WAV or MP3.' },
  proof_required: {
    status: 428,
    detail: 'Solve a puzzle of GET /api/proof and repeat the request with it in the header X-Altcha.',
  },
  rate_limited: { status: 429, detail: 'Too many requests; try again later.' },
  cooldown: { status: 429, detail: 'The agent has just ended a call; the next one is possible later.' },
  number_cooldown: {
    status: 429,
    detail: 'This number has just had a call; it may have the next one later, another number now.',
  },
  internal: { status: 500, detail: 'Something went wrong on the server.' },
  processing_failed: {
    status: 500,
    detail: 'The conversation could not be processed. Try again later.',
  },
  speech_failed: { status: 502, detail: 'The speech service answered with an error.' },
  speech_refused: {
    status: 502,
    detail: 'The speech service refused the request: check its key, its account and its settings.',
  },
  model_unreachable: {
    status: 502,
    detail: 'The publisher of the model cannot be reached. Start the download again later.',
  },
  model_differs: { status: 502, detail: 'A file of the model is not the one that was published.' },
  storage_failed: { status: 502, detail: 'The storage of recordings answered with an error.' },
  notice_failed: { status: 502, detail: 'The notice could not be sent: check its address and key.' },
  language_model_failed: { status: 502, detail: 'The language model answered with an error.' },
  language_model_refused: {
    status: 502,
    detail: 'The language model refused the request: check its key and name.',
  },
  database_unavailable: { status: 503, detail: 'The database cannot be reached; try again in a moment.' },
  calls_unavailable: { status: 503, detail: 'Calls are not set up on this server.' },
  calls_unreachable: { status: 503, detail: 'The media server cannot be reached; try again in a moment.' },
  lines_busy: {
    status: 503,
    detail: 'All lines are taken. The number is kept, and somebody calls it back.',
  },
  decoder_busy: {
    status: 503,
    detail: 'The server is too busy to read the recording; send it again in a moment.',
  },
  speech_unavailable: { status: 503, detail: 'Speech is not set up on this server.' },
  storage_full: {
    status: 507,
    detail: 'The disk of the server is full; try again later.',
  },
  language_model_timeout: { status: 504, detail: 'The language model did not answer in time.' },
  speech_timeout: { status: 504, detail: 'The speech service did not answer in time.' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCatalogue, code);
}

/** Body of every failed request. */
export interface ErrorBody {
  detail: string;
  code: ErrorCode;
}

interface AppErrorOptions {
  /** A more exact English sentence than the catalogue's. */
  detail?: string;
  /** When to try again; sent as Retry-After. */
  retryAfterS?: number;
  /** The cause: for the log, never for the answer. */
  cause?: unknown;
}

/** An error that may leave the server: a code of the catalogue with its status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.detail ?? errorCatalogue[code].detail, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterS = options.retryAfterS;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get body(): ErrorBody {
    return { detail: this.message, code: this.code };
  }
}
