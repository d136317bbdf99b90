import { after } from 'next/server';
import { callEvents } from '@/lib/contracts/call-events';
import { AppError } from '@/lib/contracts/errors';
import { parseJson } from '@/lib/server/http/body';
import { recordEvents } from '@/lib/server/calls/events';
import { readSigned } from '@/lib/server/calls/signing';
import { handler, otherMethods } from '@/lib/server/http/handler';
import { drainSoon } from '@/lib/server/jobs/drain';

/** Jobs are done after the answer. */
export const maxDuration = 300;

export const POST = handler(
  async (request: Request, { params }: RouteContext<'/api/calls/[room]/events'>) => {
    const { room, events } = callEvents.parse(parseJson(await readSigned(request)));
    if (room !== (await params).room)
      throw new AppError('invalid_field', { detail: 'room: not the one in the URL' });
    await recordEvents(room, events);
    after(drainSoon);
    return new Response(null, { status: 204 });
  },
);

export const { GET, PUT, PATCH, DELETE } = otherMethods('POST');
