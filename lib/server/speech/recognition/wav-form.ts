import type { Samples } from '../../audio/pcm.ts';
import { wavFile } from '../../audio/wav.ts';

/** A form with a recording as a WAV file, which every vendor reads, and further fields. */
export function wavForm(fileField: string, samples: Samples, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(fileField, new Blob([wavFile(samples)], { type: 'audio/wav' }), 'recording.wav');
  return form;
}
