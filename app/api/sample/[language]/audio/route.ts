import { open } from 'node:fs/promises';
import { AppError } from '@/lib/contracts/errors';
import { defineRoutes } from '@/lib/server/http/define-routes';
import { requestedRange, unsatisfiable } from '@/lib/server/leads/audio-response';
import { requireSample } from '@/lib/server/speech/sample';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/sample/{language}/audio', {
  /** Supports byte ranges, because Safari plays no file without them. */
  GET: async ({ request, params }) => {
    const { audio, type } = requireSample(params.language);
    await using file = await open(audio);
    const { size } = await file.stat();
    const range = requestedRange(request.headers.get('range'), size);
    if (range === unsatisfiable) throw new AppError('range_not_satisfiable');
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const bytes = new Uint8Array(end - start + 1);
    await file.read(bytes, 0, bytes.length, start);
    const headers = new Headers({
      'content-type': type,
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
    });
    if (range) headers.set('content-range', `bytes ${start}-${end}/${size}`);
    return new Response(bytes, { status: range ? 206 : 200, headers });
  },
});
