import { AppError } from '@/lib/contracts/errors';
import { maxRecordingBytes } from '@/lib/contracts/limits';
import { transcriptionFields } from '@/lib/contracts/speech';
import { containerHeadBytes } from '@/lib/server/audio/container';
import { rateLimitAddress } from '@/lib/server/http/address';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { limit } from '@/lib/server/http/limits';
import { serialize } from '@/lib/server/http/keyed-queue';
import { requireProof } from '@/lib/server/http/proof';
import { withForm } from '@/lib/server/http/uploads';
import { storage } from '@/lib/server/platform/storage';
import { demoRecognizer } from '@/lib/server/speech/demos';
import { transcribeFile } from '@/lib/server/speech/stt';

/** Seconds that a request may run on Vercel: the specification's transcription time plus the upload. */
export const maxDuration = 150;

/** How many requests of one address may wait or run. */
const maxQueueLength = 4;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/stt/transcribe', {
  POST: async ({ request }) => {
    const vendor = demoRecognizer();
    if (vendor === null) throw new AppError('speech_unavailable');
    await requireProof(request.headers);
    const address = rateLimitAddress(request.headers);
    await limit('speech', address);
    const rules = {
      fileField: 'file',
      maxBytes: maxRecordingBytes,
      headBytes: containerHeadBytes,
      folder: storage().spoolFolder,
    };
    const text = await withForm(request, rules, ({ file, fields }) => {
      if (file === undefined) throw new AppError('invalid_field', { detail: 'file: missing' });
      const { language } = transcriptionFields.parse(Object.fromEntries(fields));
      return serialize(
        address,
        () => transcribeFile(vendor, file, { language, signal: request.signal }),
        maxQueueLength,
      );
    });
    return { text };
  },
});
