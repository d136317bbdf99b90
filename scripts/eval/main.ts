/**
 * npm run eval [-- --runs=1 PART_OF_A_PERSONA …]: each simulated visitor talks three times in text, one also aloud. Transcripts go
 * to DATA_DIR/eval.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { initializeLogger } from '@livekit/agents';
import type { ModelUse } from '../../agent/models/language-model.ts';
import { type Result, evaluateAll, modelsOf, refusalIn, refusalOf } from '../../agent/simulator/evaluate.ts';
import { misusePersonas, questionPersonas, personaOf } from '../../agent/simulator/personas.ts';
import { table, transcript } from '../../agent/simulator/report.ts';
import { failureSentence } from '../../agent/simulator/verdict.ts';
import { playRole } from '../../agent/testing/evaluation-roles.ts';
import { LoopbackVendor } from '../../agent/testing/loopback-vendor.ts';
import { manners } from '../../lib/contracts/evaluation.ts';
import type { InterviewPlan } from '../../lib/contracts/interview.ts';
import { configuredPlan } from '../../lib/server/plan/interview-plan.ts';
import { publishedPlan, versionLabel } from '../../lib/server/plan/plan-versions.ts';
import { env, parseEnv } from '../../lib/server/platform/env.ts';
import { evaluationVendor, modelVendors } from '../../lib/server/language-models/configured-models.ts';
import type { ModelVendor } from '../../lib/server/language-models/model-request.ts';
import { recognizers } from '../../lib/server/speech/stt.ts';
import { withDatabase } from '../start/with-database.ts';
import { converseAloud } from './audio.ts';
import { messageOf } from '../../lib/server/platform/message-of.mjs';

const concurrency = 4;
const defaultRuns = '3';

const { values, positionals: nameParts } = parseArgs({
  options: { runs: { type: 'string', default: defaultRuns } },
  allowPositionals: true,
});
const runs = Number(values.runs);
if (!(Number.isInteger(runs) && runs >= 1)) {
  console.error('--runs: a whole number above zero.');
  process.exit(2);
}

initializeLogger({ pretty: false, level: 'silent' });
// A late error in one conversation must not end the others.
process.on('unhandledRejection', (cause) => console.error('Unhandled rejection:', cause));
const { DATABASE_URL, DATA_DIR } = parseEnv(process.env);
const hasDatabase = DATABASE_URL !== undefined || existsSync(path.join(DATA_DIR, 'postgres'));

if (hasDatabase) await withDatabase(async () => evaluatePlan(await publishedPlan()));
else
  await evaluatePlan(configuredPlan()).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(messageOf(error));
      process.exit(1);
    },
  );

/** @throws Error with a sentence if a vendor refuses or a conversation has failed */
async function evaluatePlan(plan: InterviewPlan): Promise<void> {
  const vendors = modelVendors(env());
  const scripted = await new LoopbackVendor({ firstTokenMs: 0, tokensPerS: 10_000, reply: playRole }).start();
  if (vendors.length === 0)
    console.log(
      'No language model is set up (LLM_MODEL): a scripted one plays the agent. This checks the product and the plan, and nothing of a model.',
    );
  const agentVendors = vendors.length > 0 ? vendors : [{ model: 'scripted', baseUrl: scripted.url }];
  const evaluator = evaluationVendor(env());
  const refusal = await refusalOf([...agentVendors, ...(evaluator === undefined ? [] : [evaluator])], plan);
  if (refusal !== undefined) throw new Error(failureSentence(refusal));

  const evaluatorUse = { tokens: 0, usd: 0, requests: 0 };
  const countUse = ({ promptTokens, completionTokens, costUsd = 0 }: ModelUse) => {
    evaluatorUse.tokens += promptTokens + completionTokens;
    evaluatorUse.usd += costUsd;
    evaluatorUse.requests++;
  };
  const models = modelsOf(agentVendors, evaluator, countUse);
  const startedMs = Date.now();
  const tasks = tasksFor(plan);
  const results = await evaluateAll({
    models,
    tasks,
    concurrency,
    mayContinue: (resultsSoFar) => refusalIn(resultsSoFar) === undefined,
  });
  const runRefusal = refusalIn(results);
  if (runRefusal !== undefined) throw new Error(failureSentence(runRefusal));
  results.sort((a, b) => a.persona.id.localeCompare(b.persona.id) || a.run - b.run);
  const seconds = Math.round((Date.now() - startedMs) / 1000);
  const requests = results.reduce((sum, each) => sum + each.requests, 0);
  const agentTokens = results.reduce((sum, { tokens }) => sum + tokens, 0);
  const usd = results.reduce((sum, { costUsd = 0 }) => sum + costUsd, evaluatorUse.usd);
  const spokenResult = nameParts.length === 0 ? await evaluateAloud(plan, vendors) : undefined;
  const summary = [
    table(results),
    ...(spokenResult === undefined ? [] : [spokenResult.summary]),
    `Plan ${versionLabel(plan.version)}, agent ${agentVendors[0]?.model}, visitors and judge ${evaluator?.model ?? 'scripted, by rules'}`,
    `${seconds} s, ${requests} requests and ${agentTokens} tokens of the agent, ${evaluatorUse.requests} and ${evaluatorUse.tokens} of visitors and judge${usd > 0 ? `, $${usd.toFixed(3)}` : ''}`,
  ].join('\n');
  console.log(summary);
  save(summary, results, spokenResult?.text);
  await scripted.close();
  const failed = results.filter(({ passed }) => !passed).length + (spokenResult?.passed === false ? 1 : 0);
  if (failed > 0) throw new Error(`Conversations that failed: ${failed}.`);
}

function tasksFor(plan: InterviewPlan) {
  const personas = [
    ...plan.languages.flatMap((language) =>
      manners.flatMap((manner) => personaOf(manner, plan, language) ?? []),
    ),
    ...questionPersonas(plan),
    ...misusePersonas(plan),
  ].filter(({ id }) => nameParts.length === 0 || nameParts.some((part) => id.includes(part)));
  if (personas.length === 0) throw new Error('No persona has such a name.');
  return Array.from({ length: runs }, (_, at) =>
    personas.map((persona) => ({ persona, plan, run: at + 1 })),
  ).flat();
}

async function evaluateAloud(plan: InterviewPlan, vendors: readonly ModelVendor[]) {
  const hasVendors = vendors.length > 0;
  if (hasVendors && recognizers(env()).length === 0)
    return { passed: true, summary: 'Aloud: not held, no recogniser is set up (STT_PROVIDER).', text: '' };
  const { passed, failed, lines } = await converseAloud(plan, hasVendors ? env() : undefined);
  const summary = `Aloud: ${passed ? 'pass' : `FAIL: ${failed.join('; ')}`}`;
  const dialogueLines = lines.map(({ speaker, text }) => `**${speaker}**: ${text}`);
  return { passed, summary, text: [`## ${summary}`, ...dialogueLines].join('\n\n') };
}

function save(summary: string, results: readonly Result[], aloud: string | undefined): void {
  const folder = path.join(DATA_DIR, 'eval');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}.md`);
  const parts = [`\`\`\`\n${summary}\n\`\`\``, aloud ?? '', ...results.map(transcript)];
  writeFileSync(file, parts.join('\n\n'));
  console.log(`Transcripts: ${file}`);
}
