import { leadFields } from '../../contracts/leads.ts';
import { AppError } from '../../errors.ts';
import { phoneDigits, phoneProblem } from '../../phone.ts';
import { audioContainer, containerFacts } from '../audio/container.ts';
import type { SpooledFile } from '../storage/index.ts';
import type { ReceivedForm } from '../uploads/form.ts';

/** A recording as it was sent, checked. */
export interface Recording {
  /** In the form +998901234567. */
  phone: string;
  room: string | null;
  durationS: number;
  file: SpooledFile;
  /** The ending of its file name, without the dot. */
  extension: string;
}

/**
 * What a form of POST /api/leads holds; what the file is, is read from its bytes.
 * @throws AppError phone_required, phone_invalid, invalid_field, invalid_audio
 */
export function readRecording(form: ReceivedForm): Recording {
  const fields = leadFields.parse(Object.fromEntries(form.fields));
  const problem = phoneProblem(fields.phoneNumber);
  if (problem !== null) throw new AppError(problem);
  if (form.file === undefined) throw new AppError('invalid_field', { detail: 'audio: missing' });
  if (form.file.size === 0) throw new AppError('invalid_field', { detail: 'audio: empty' });
  const container = audioContainer(form.file.head);
  if (container === null) throw new AppError('invalid_audio');
  const { mime, extension } = containerFacts[container];
  return {
    phone: `+${phoneDigits(fields.phoneNumber)}`,
    room: fields.roomName ?? null,
    durationS: fields.duration,
    file: { path: form.file.path, size: form.file.size, type: mime },
    extension,
  };
}
