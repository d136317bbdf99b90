/**
 * npm run bench:speech: time to the first and last byte of a text's sound, compared with the espeak-ng command. BASE_URL
 * names a running product.
 */
import { loadavg } from 'node:os';
import { median, percentile } from './timing.ts';
import { product } from '../product.ts';
import { spawn } from 'node:child_process';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { spoken } from '../../../lib/spoken/index.ts';
import { espeakText } from '../../../lib/server/speech/vendors/espeak/index.ts';
import { wavHeaderBytes } from '../../../lib/wav.ts';

/** Milliseconds from the request to its first sample and to its last, and how much sound that was. */
interface SpeechTiming {
  firstMs: number;
  wholeMs: number;
  bytes: number;
}

type Speak = (text: string) => Promise<SpeechTiming>;

async function measured(
  open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>,
): Promise<SpeechTiming> {
  const beganMs = performance.now();
  let firstMs: number | undefined;
  let bytes = -wavHeaderBytes;
  for await (const chunk of await open()) {
    bytes += chunk.length;
    if (bytes > 0) firstMs ??= performance.now() - beganMs;
  }
  const wholeMs = performance.now() - beganMs;
  return { firstMs: firstMs ?? wholeMs, wholeMs, bytes };
}

function speakByApi(baseUrl: string): Speak {
  return (text) =>
    measured(async () => {
      const response = await fetch(new URL(`/api/tts/stream?${new URLSearchParams({ text })}`, baseUrl));
      if (!response.ok || response.body === null)
        throw new Error(`tts/stream answered ${response.status}: ${await response.text()}`);
      return response.body;
    });
}

/** The espeak-ng command for the same text put into words; undefined if it is not installed. */
function speakByCommand(): Speak | undefined {
  const program = findProgram(['espeak-ng']);
  if (program === undefined) return undefined;
  return (text) => {
    const words = espeakText(spoken(text, 'uz'), 'uz');
    return measured(() => {
      const child = spawn(program, ['-v', 'uz', '-b', '1', '--stdin', '--stdout'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin.end(words);
      return child.stdout;
    });
  };
}

/** Sentences of a shop, a news reader and a friend, with numbers, dates and money. */
const sentences = [
  'Assalomu alaykum, xush kelibsiz!',
  'Buyurtmangiz 21-noyabr kuni soat 14:30 da yetkazib beriladi.',
  'Uning narxi 125 000 soʻm, yetkazib berish esa bepul.',
  'Toshkentda bugun havo ochiq, kunduzi 12 daraja issiq boʻladi.',
  'Maʼlumot uchun +998 71 200 00 00 raqamiga qoʻngʻiroq qiling.',
  'Kitob 1926-yilda yozilgan boʻlib, uni hali ham sevib oʻqishadi.',
  'Bolalar bogʻda oʻynab yurishibdi, onasi esa ularni kutmoqda.',
  'Loyiha boʻyicha ishlarning 75% i bajarildi, qolgani 2 haftada tugaydi.',
];

function uzbekText(characters: number): string {
  const once = `${sentences.join(' ')} `;
  return once.repeat(Math.ceil(characters / once.length)).slice(0, characters);
}

const firstSentence = sentences[0] ?? '';

const sizes = [50, 500, 5000];
const rounds = 9;
const together = 16;

type Measure = 'firstMs' | 'wholeMs';

/** The median, and the range of four fifths of the values. */
function spread(values: number[]): string {
  const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => Math.round(percentile(values, share)));
  return `${middle} ms (${low} to ${high})`.padEnd(24);
}

function ratio(ours: number[], theirs: number[]): string {
  return `x ${(median(ours) / median(theirs)).toFixed(2)}`;
}

async function alone(api: Speak, command: Speak | undefined): Promise<void> {
  for (const size of sizes) {
    const text = uzbekText(size);
    const all: Record<'api' | 'command' | 'sentence', SpeechTiming[]> = {
      api: [],
      command: [],
      sentence: [],
    };
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
  const all = { api: new Array<SpeechTiming>(), command: new Array<SpeechTiming>() };
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

console.log(
  `load of this machine: ${loadavg()
    .map((load) => load.toFixed(2))
    .join(' ')}`,
);
const running = await product({ LIMIT_SPEECH_PER_HOUR: '100000000' });
try {
  const api = speakByApi(running.url);
  const command = speakByCommand();
  if (command === undefined)
    console.log('espeak-ng is not installed: no reference, and the voice is its npm build.');
  await alone(api, command);
  await atOnce(api, command);
  console.log(
    `\nload of this machine: ${loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}\n`,
  );
} finally {
  await running.stop();
}
process.exit(0);
