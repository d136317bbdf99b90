/**
 * npm run bench:speech: how soon a text is heard and how soon all of it is there, through the endpoint that the demo uses, against the
 * espeak-ng command for the same text in the same run; memory over a thousand requests; how fast recordings are decoded. BASE_URL
 * and DATA_DIR name a running product; without them one is started and stopped again.
 */
import { loadavg } from 'node:os';
import { printDecodeSpeed } from './decode-speed.ts';
import { percentile } from './percentile.ts';
import { product } from './product.ts';
import { speakByApi, speakByCommand, type Speak, type Spoken } from './speech-sources.ts';
import { firstSentence, uzbekText } from './speech-texts.ts';
import { webMemory } from './web-memory.ts';

const sizes = [50, 500, 5000];
const rounds = 9;
const together = 16;
const manyRequests = 1000;
const showEvery = 100;

type Measure = 'firstMs' | 'wholeMs';

/** The middle of the values, and between what four in five of them lie. */
function spread(values: number[]): string {
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) =>
    Math.round(percentile(values, share) ?? Number.NaN),
  );
  return `${middle} ms (${low} to ${high})`.padEnd(24);
}

function ratio(ours: number[], theirs: number[]): string {
  return `x ${((percentile(ours, 0.5) ?? Number.NaN) / (percentile(theirs, 0.5) ?? Number.NaN)).toFixed(2)}`;
}

async function alone(api: Speak, command: Speak | undefined): Promise<void> {
  for (const size of sizes) {
    const text = uzbekText(size);
    const all: Record<'api' | 'command' | 'sentence', Spoken[]> = { api: [], command: [], sentence: [] };
    for (let round = -2; round < rounds; round++) {
      const api1 = await api(text);
      const command1 = await command?.(text);
      const sentence1 = await command?.(firstSentence);
      // The first rounds only warm up.
      if (round < 0) continue;
      all.api.push(api1);
      if (command1 && sentence1) {
        all.command.push(command1);
        all.sentence.push(sentence1);
      }
    }
    const times = (who: keyof typeof all, measure: Measure) => all[who].map((one) => one[measure]);
    const sound = ((all.api[0]?.bytes ?? 0) / 32_000).toFixed(0);
    console.log(`\n${size} characters (${sound} s of sound), ${rounds} rounds, one at a time`);
    console.log(
      `  first byte   Ovoz ${spread(times('api', 'firstMs'))} whole  ${spread(times('api', 'wholeMs'))}`,
    );
    if (command === undefined) continue;
    console.log(
      `  espeak-ng, first sentence ${spread(times('sentence', 'wholeMs'))} whole  ${spread(times('command', 'wholeMs'))}`,
    );
    console.log(
      `  first byte ${ratio(times('api', 'firstMs'), times('sentence', 'wholeMs'))}, whole ${ratio(times('api', 'wholeMs'), times('command', 'wholeMs'))}`,
    );
  }
}

async function atOnce(api: Speak, command: Speak | undefined): Promise<void> {
  const text = uzbekText(500);
  const all = { api: new Array<Spoken>(), command: new Array<Spoken>() };
  for (let round = -1; round < 3; round++) {
    const byApi = await Promise.all(Array.from({ length: together }, () => api(text)));
    const byCommand = command && (await Promise.all(Array.from({ length: together }, () => command(text))));
    if (round < 0) continue;
    all.api.push(...byApi);
    all.command.push(...(byCommand ?? []));
  }
  const times = (who: keyof typeof all, measure: Measure) => all[who].map((one) => one[measure]);
  console.log(`\n500 characters, ${together} at a time, 3 rounds`);
  for (const [who, name] of [
    ['api', 'Ovoz     '],
    ['command', 'espeak-ng'],
  ] as const)
    if (all[who].length > 0)
      console.log(
        `  ${name} first byte ${spread(times(who, 'firstMs'))} whole  ${spread(times(who, 'wholeMs'))}`,
      );
  if (all.command.length > 0)
    console.log(
      `  first byte ${ratio(times('api', 'firstMs'), times('command', 'firstMs'))}, whole ${ratio(times('api', 'wholeMs'), times('command', 'wholeMs'))}`,
    );
}

async function memory(api: Speak, dataDir: string): Promise<void> {
  const text = uzbekText(500);
  console.log(`\nmemory over ${manyRequests} requests of 500 characters, 4 at a time`);
  const show = (done: number) => {
    const { web, others, processes } = webMemory(dataDir);
    console.log(
      `  ${String(done).padStart(5)}  web app ${web.toFixed(0)} MB, ${processes} processes under it ${others.toFixed(0)} MB`,
    );
  };
  show(0);
  for (let done = 0; done < manyRequests;) {
    await Promise.all(Array.from({ length: 4 }, () => api(text)));
    done += 4;
    if (done % showEvery === 0) show(done);
  }
}

console.log(
  `load of this machine: ${loadavg()
    .map((load) => load.toFixed(2))
    .join(' ')}`,
);
const running = await product({ LIMIT_SPEECH_PER_HOUR: '100000000' });
try {
  const api = speakByApi(running.baseUrl);
  const command = speakByCommand();
  if (command === undefined)
    console.log('espeak-ng is not installed: no reference, and the voice is its npm build.');
  await alone(api, command);
  await atOnce(api, command);
  if (running.dataDir !== undefined) await memory(api, running.dataDir);
  console.log(
    `\nload of this machine: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}\n`,
  );
} finally {
  await running.stop();
}
await printDecodeSpeed();
process.exit(0);
