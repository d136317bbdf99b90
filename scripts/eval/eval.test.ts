import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { playRole } from '../../agent/testing/evaluation-roles.ts';
import { LoopbackVendor } from '../../agent/testing/loopback-vendor.ts';
import { draftOf } from '../../lib/contracts/agent-plan.ts';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { publishDraft, saveDraft } from '../../lib/server/office/agent-plan.ts';
import { setUpEnvironment } from '../../lib/server/testing/server.ts';
import { testEnvironment } from '../test/environment.ts';

const run = promisify(execFile);
const main = path.join(import.meta.dirname, 'main.ts');

/** `npm run eval` on a data folder that has no database. */
async function evaluate(settings: Record<string, string>, ...args: string[]) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'eval-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { ...testEnvironment(), DATA_DIR: dataDir, ...settings };
  return run(process.execPath, [main, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

setUpEnvironment();

async function vendorUrl(): Promise<string> {
  const vendor = await new LoopbackVendor({ firstTokenMs: 0, tokensPerS: 10_000, reply: playRole }).start();
  onTestFinished(() => vendor.close());
  return vendor.url;
}

test('without keys a scripted model plays all roles, and the output says so', async () => {
  const { code, stdout } = await evaluate({}, '--runs=2', 'one_breath');
  expect(stdout).toContain('No language model is set up (LLM_MODEL)');
  expect(stdout).toMatch(/one_breath_uz +2\/2/);
  expect(stdout).toContain('6 of 6 conversations passed: uz 100 %, ru 100 %, en 100 %; each run 100 %');
  expect(stdout).toContain('Plan built-in, agent scripted');
  expect(code).toBe(0);
});

test('a number of runs that is no number is refused', async () => {
  const { code, stdout, stderr } = await evaluate({}, '--runs=x');
  expect(stderr).toBe('--runs: a whole number above zero.\n');
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('a vendor’s refusal is one sentence', async () => {
  const settings = { LLM_MODEL: 'm:401', OPENAI_BASE_URL: await vendorUrl() };
  const { code, stdout, stderr } = await evaluate(settings);
  expect(stderr).toBe('m:401: the key is refused (401: loopback 401)\n');
  expect(stdout).toBe('');
  expect(code).toBe(1);
});

test('a refusal of the judging model is one sentence', async () => {
  const settings = { LLM_MODEL: 'm', EVAL_MODEL: 'judge:404', OPENAI_BASE_URL: await vendorUrl() };
  const { code, stderr } = await evaluate(settings);
  expect(stderr).toBe('judge:404: the vendor doesn’t know this model or address (404: loopback 404)\n');
  expect(code).toBe(1);
});

test('the published plan is tested, with visitors by its topics and questions', async () => {
  const published = draftOf(
    interviewPlan.parse({
      languages: ['en'],
      topics: [{ id: 'size', findOut: 'the size of the carpet', field: 'ehtiyojlar' }],
      faq: [{ question: 'How much is delivery?', answer: 'Delivery costs 40 000 soums.' }],
    }),
  );
  await publishDraft(await saveDraft(0, published), { author: 'Aziza', note: '' });
  const { code, stdout, stderr } = await evaluate(
    { DATABASE_URL: process.env.DATABASE_URL ?? '' },
    '--runs=1',
    'one_breath',
    'asks_what_is_known',
  );
  expect(stdout).toContain('Plan v1, agent scripted');
  expect(stdout).toMatch(/one_breath_en +1\/1/);
  // The scripted agent does not use the answers of the plan.
  expect(stdout).toMatch(/asks_what_is_known_1 +0\/1 .* known answer \(40000 soum\)/);
  expect(stderr).toBe('Conversations that failed: 1.\n');
  expect(code).toBe(1);
});
