import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { LeadDetail } from '../../lib/contracts/leads.ts';
import { leadForm, newPhone, postLead, webmFile } from './api.ts';
import { expect, test as base } from './product-with-vendor.ts';

/** The vendor's default replies. */
export const recognizedText = 'Mening ismim Aziz';
export const summary = '{"ism":"Aziz"}';

const recordingFile = path.join('lib', 'server', 'audio', 'fixtures', 'two-voices.webm');

/** Before each test, restores the default replies and clears the recorded requests. Deletes all leads after it. */
export const test = base.extend<{ reset: undefined }>({
  reset: [
    async ({ request, vendor }, provide) => {
      vendor.transcriptionReplies = [recognizedText];
      vendor.completionReplies = [summary];
      vendor.streamedReply = '';
      for (const bodies of Object.values(vendor.requests)) bodies.length = 0;
      await provide(undefined);
      const { leads }: { leads: { _id: string }[] } = await (await request.get('/api/leads')).json();
      for (const { _id } of leads) await request.delete(`/api/leads/${_id}`);
    },
    { auto: true },
  ],
});

export { expect };

/** Matches a lead that was processed with the default replies. */
export const completed = {
  processingStatus: 'completed',
  // The summary also has next steps, which are not compared.
  summary: expect.stringContaining('"ism":"Aziz"'),
  transcription: expect.stringContaining(recognizedText),
};

/** The form that the page sends at the end of a call. */
export async function recordingForm(phoneNumber: string) {
  return leadForm({ phoneNumber, audio: { ...webmFile, buffer: await readFile(recordingFile) } });
}

/** Sends the recording of a call and returns its lead's id. */
export async function sendRecording(
  request: APIRequestContext,
  phone = newPhone(),
  url = '',
): Promise<string> {
  return postLead(request, await recordingForm(phone), url);
}

export async function leadOf(request: APIRequestContext, id: string): Promise<LeadDetail> {
  return (await request.get(`/api/leads/${id}`)).json();
}

/** Waits until a lead's processing has ended. */
export async function untilProcessed(request: APIRequestContext, id: string): Promise<LeadDetail> {
  await expect
    .poll(async () => (await leadOf(request, id)).processingStatus, { timeout: 90_000 })
    .toMatch(/completed|failed/);
  return leadOf(request, id);
}
