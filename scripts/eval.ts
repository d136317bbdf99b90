/**
 * Holds whole conversations in text with the configured language model: a visitor played by a model, hard checks, a judge.
 * Each attempt to misuse the agent is one more of them.
 * Usage: npm run eval [-- PART_OF_A_PERSONA …]; LLM_MODEL has to be set. Transcripts go to DATA_DIR/eval.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { initializeLogger } from '@livekit/agents';
import { evaluate, type Result, table, transcript } from '../agent/simulator/evaluate.ts';
import { attempts, personas } from '../agent/simulator/personas.ts';
import { LanguageModel } from '../agent/models/language-model.ts';
import { currentPlan } from '../lib/server/plan/interview-plan.ts';
import { env } from '../lib/server/platform/env.ts';
import { modelVendors } from '../lib/server/platform/language-model.ts';

const atOnce = 4;
/** A model that plays or judges may think for longer than the agent, which has the limits of a call. */
const patient = { firstTokenMs: 30_000, stallMs: 30_000, maxChars: 8_000 };

initializeLogger({ pretty: false, level: 'error' });
process.on('unhandledRejection', () => {});

const vendors = modelVendors(env());
if (vendors.length === 0) throw new Error('LLM_MODEL: is needed to hold conversations');
const used = { others: 0, agent: 0, usd: 0 };
const counted = () =>
  new LanguageModel(vendors, patient, ({ promptTokens, completionTokens, costUsd = 0 }) => {
    used.others += promptTokens + completionTokens;
    used.usd += costUsd;
  });
const models = { agent: new LanguageModel(vendors), visitor: counted(), judge: counted() };

const wanted = process.argv.slice(2);
const waiting = [...personas, ...attempts]
  .filter(({ id }) => wanted.length === 0 || wanted.some((part) => id.includes(part)))
  .values();
const results: Result[] = [];
const startedMs = Date.now();
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (const persona of waiting) results.push(await evaluate(models, currentPlan(), persona));
  }),
);

for (const { tokens, costUsd = 0 } of results) {
  used.agent += tokens;
  used.usd += costUsd;
}
results.sort((a, b) => a.persona.id.localeCompare(b.persona.id));
const summary = [
  table(results),
  `${Math.round((Date.now() - startedMs) / 1000)} s, ${used.agent} tokens of the agent, ${used.others} of visitors and judge${used.usd > 0 ? `, $${used.usd.toFixed(3)}` : ''}, model ${vendors[0]?.model}, plan ${currentPlan().version}`,
].join('\n');
console.log(summary);

const folder = path.join(env().DATA_DIR, 'eval');
mkdirSync(folder, { recursive: true });
const file = path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}.md`);
writeFileSync(file, [`\`\`\`\n${summary}\n\`\`\``, ...results.map(transcript)].join('\n\n'));
console.log(`Transcripts: ${file}`);
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
