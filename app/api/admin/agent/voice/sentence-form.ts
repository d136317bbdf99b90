import { AppError } from '@/lib/contracts/errors';
import { maxRecordingBytes } from '@/lib/contracts/limits';
import { withForm } from '@/lib/server/http/uploads';
import { storage } from '@/lib/server/platform/storage';

interface SentenceForm {
  /** The recording on this machine's disk. */
  path: string;
  fields: Map<string, string>;
}

/** Receives the form of a recorded sentence. @throws AppError invalid_field, and what `withForm` throws */
export function withSentence<T>(request: Request, take: (form: SentenceForm) => Promise<T>): Promise<T> {
  const rules = {
    fileField: 'audio',
    maxBytes: maxRecordingBytes,
    headBytes: 0,
    folder: storage().spoolFolder,
  };
  return withForm(request, rules, ({ file, fields }) => {
    if (file === undefined) throw new AppError('invalid_field', { detail: 'audio: missing' });
    return take({ path: file.path, fields });
  });
}
