import type { RecordedFile } from '../recorded-file';

export const recordedFile: RecordedFile = {
  room: 'chat-1',
  phone: '+998 90 123 45 67',
  token: '',
  durationMs: 1,
  audio: new Blob(),
};
