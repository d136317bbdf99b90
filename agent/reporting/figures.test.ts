import { expect, test } from 'vitest';
import { type Turn, turnMetrics } from '../../lib/contracts/call-events.ts';
import { modelChoice } from '../../lib/contracts/office.ts';
import { TurnFigures } from './figures.ts';

const prices = { recognitionUsdPerHour: 0.36, liveUsdPerHour: 3.6, voiceUsdPerMillionChars: 15 };

const reply: Turn = { speaker: 'agent', startedAtMs: 10_900, endedAtMs: 12_000, text: 'Good.' };
const answer: Turn = { speaker: 'visitor', startedAtMs: 9_000, endedAtMs: 10_000 };

test('requests since the last turn cost what each vendor charges, with a separate price for the live recogniser', () => {
  const figures = new TurnFigures(prices, 'elevenlabs');
  figures.addRecognition('elevenlabs', 10);
  figures.addRecognition('muxlisa', 10);
  figures.addRecognition('local', 10);
  figures.addSynthesis('openai', 1_000);
  figures.endVisitorTurn(answer, true);
  figures.addModelUse({ model: 'm', promptTokens: 100, completionTokens: 5, costUsd: 0.002 });
  figures.addModelUse({ model: 'm', promptTokens: 120, completionTokens: 7, costUsd: 0.003 });
  const turn = figures.take(reply, 'model', false);
  expect(turn).toMatchObject({
    model: 'm',
    promptTokens: 220,
    completionTokens: 12,
    totalMs: 900,
    engine: 'model',
  });
  expect(turn.costUsd).toBeCloseTo(0.01 + 0.001 + 0.015 + 0.005, 10);
  expect(figures.take(reply, 'model', false)).toEqual({
    interrupted: false,
    engine: 'script',
  });
});

test('a turn names the recogniser of the words that it answers', () => {
  const figures = new TurnFigures();
  figures.setVendor('recognizer', 'muxlisa');
  figures.setWait('recognitionMs', 120);
  figures.endVisitorTurn(answer, true, 10_350);
  expect(figures.take(reply, 'script', false)).toMatchObject({
    recognizer: 'muxlisa',
    endOfTurnMs: 350,
    recognitionMs: 120,
    engine: 'script',
  });
});

test('each kind of failure of a vendor is reported once, with the turn after it', () => {
  const figures = new TurnFigures();
  figures.addFailure('language_model', 'm', { kind: 'refused', detail: '400: no' });
  figures.addFailure('language_model', 'm', { kind: 'refused', detail: '400: no again' });
  figures.addFailure('synthesis', 'm', { kind: 'timeout' });
  expect(figures.take(reply, 'script', false).failures).toEqual([
    { part: 'language_model', vendor: 'm', kind: 'refused', detail: '400: no' },
    { part: 'synthesis', vendor: 'm', kind: 'timeout', detail: undefined },
  ]);
  expect(figures.take(reply, 'script', false).failures).toBeUndefined();
});

test('the web app accepts the figures of a model whose name is a long path', () => {
  const folder = '/home/ovoz/.cache/huggingface/hub/models--bartowski--Meta-Llama-3.1-8B-Instruct-GGUF';
  const snapshot = 'snapshots/bf5b95e96dac0462e2a09145ec66cae9a3f12067';
  const path = `${folder}/${snapshot}/Meta-Llama-3.1-8B-Instruct-Q4_K_M.gguf`;
  const { model } = modelChoice.parse({ port: 8080, model: path });
  const figures = new TurnFigures();
  figures.addFailure('language_model', model, { kind: 'timeout' });
  figures.addModelUse({ model, promptTokens: 100, completionTokens: 5 });
  expect(turnMetrics.parse(figures.take(reply, 'model', false)).model).toBe(model);
});
