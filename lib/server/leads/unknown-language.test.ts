import { expect, test } from 'vitest';
import { interviewPlan } from '../../contracts/interview.ts';
import type { Passage } from '../../contracts/leads.ts';
import { pcmRateHz } from '../audio/pcm.ts';
import { storage } from '../platform/storage/index.ts';
import { addFolder } from '../speech/models/add-model.ts';
import { smallRecognizer } from '../testing/model-publisher.ts';
import { newRecording } from '../testing/recordings.ts';
import { setUpEnvironment } from '../testing/server.ts';
import { transcribePassages } from './transcribe.ts';

setUpEnvironment();

test('a lead whose language has no model lacks recognised words, and does not fail', async () => {
  await addFolder(smallRecognizer, { kind: 'recognition', languages: ['uz'] });
  const { file } = newRecording({ bytes: 4 * pcmRateHz });
  await storage().put('leads/a.wav', file);
  const passage: Passage = { speaker: 'visitor', fromS: 0, toS: 1, text: null, topic: null, waitS: null };
  const lead = {
    notes: { answers: [], callBack: null, handOver: null },
    call: null,
    hasSummary: false,
    plan: interviewPlan.parse({}),
    dialogue: [passage],
    audioKey: 'leads/a.wav',
    peaks: null,
    stored: 'this' as const,
  };
  expect(await transcribePassages({ ...lead, language: 'en' })).toEqual({
    dialogue: [passage],
    missing: ['recognition'],
  });
  const known = await transcribePassages({ ...lead, language: 'uz' });
  expect(known).toEqual({ dialogue: [{ ...passage, text: expect.any(String) }], missing: [] });
});
