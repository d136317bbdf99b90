import { after } from 'next/server';
import { containerHeadBytes } from '@/lib/server/audio/container';
import { rateLimitAddress } from '@/lib/server/http/address';
import { browserOf } from '@/lib/server/http/cookies';
import { defineRoutes, reply } from '@/lib/server/http/define-routes';
import { holdsRoomToken } from '@/lib/server/http/room-tokens';
import { withForm } from '@/lib/server/http/uploads';
import { drainSoon } from '@/lib/server/jobs/drain';
import { changeLeads } from '@/lib/server/leads/changes';
import { deleteLeads } from '@/lib/server/leads/delete-leads';
import {
  admitRecording,
  limitUpload,
  maxUploadBytes,
  readRecording,
  saveRecording,
  traceBrowser,
} from '@/lib/server/leads/recordings';
import { listLeads } from '@/lib/server/leads/repository';
import { storage } from '@/lib/server/platform/storage';
import { joinTrace } from '@/lib/server/platform/telemetry';

/** Seconds; jobs run in the same function after the answer. */
export const maxDuration = 300;

export const { GET, POST, PUT, PATCH, DELETE } = defineRoutes('/api/leads', {
  GET: ({ query }) => listLeads(query),
  POST: async ({ request }) => {
    const { headers } = request;
    await limitUpload(headers);
    const rules = {
      fileField: 'audio',
      maxBytes: maxUploadBytes(),
      headBytes: containerHeadBytes,
      folder: storage().spoolFolder,
      address: rateLimitAddress(headers),
    };
    const browser = browserOf(headers);
    const { leadReceipt, created } = await withForm(request, rules, async (form) => {
      const recording = readRecording(form);
      await admitRecording(headers, recording);
      const holdsToken = await holdsRoomToken(headers, recording.room);
      joinTrace(recording.room, 'web.upload');
      const saved = await saveRecording(recording, browser.hash, holdsToken);
      traceBrowser(recording.room, form.fields.get('steps'));
      return saved;
    });
    after(drainSoon);
    return reply(leadReceipt, { status: created ? 201 : 200, headers: { 'set-cookie': browser.setCookie } });
  },
  PATCH: async ({ body }) => ({ changed: await changeLeads(body.ids, body.change) }),
  DELETE: async ({ body }) => {
    const deleted = await deleteLeads(body.ids);
    after(drainSoon);
    return { deleted };
  },
});
