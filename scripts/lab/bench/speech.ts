/**
 * npm run bench:speech: time to the first and last byte of a text's sound, compared with the espeak-ng command. BASE_URL
 * names a running product.
 */
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { espeakText } from '../../../lib/server/speech/vendors/espeak/index.ts';
import { spoken } from '../../../lib/spoken/index.ts';
import { wavHeaderBytes } from '../../../lib/wav.ts';
import { product } from '../product.ts';
import { median } from './timing.ts';

/** Milliseconds from the request to its first sample and to its last. */
interface SpeechTiming {
  firstMs: number;
  wholeMs: number;
}

type Speak = (text: string) => Promise<SpeechTiming>;

const none: SpeechTiming = { firstMs: Number.NaN, wholeMs: Number.NaN };
const warmUps = 2;
const measurements = [
  { characters: 50, atOnce: 1, rounds: 9 },
  { characters: 500, atOnce: 1, rounds: 9 },
  { characters: 5000, atOnce: 1, rounds: 9 },
  { characters: 500, atOnce: 16, rounds: 3 },
];

/** Sentences of a shop, a news reader and a friend, with numbers, dates and money. */
const sentences: [string, ...string[]] = [
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

async function timed(open: () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>) {
  const beganMs = performance.now();
  let firstMs: number | undefined;
  let bytes = -wavHeaderBytes;
  for await (const chunk of await open()) {
    bytes += chunk.length;
    if (bytes > 0) firstMs ??= performance.now() - beganMs;
  }
  const wholeMs = performance.now() - beganMs;
  return { firstMs: firstMs ?? wholeMs, wholeMs };
}

function speakByApi(baseUrl: string): Speak {
  return (text) =>
    timed(async () => {
      const response = await fetch(new URL(`/api/tts/stream?${new URLSearchParams({ text })}`, baseUrl));
      if (!response.ok || response.body === null)
        throw new Error(`tts/stream answered ${response.status}: ${await response.text()}`);
      return response.body;
    });
}

/** Speaks the same words with the espeak-ng command. */
function speakByCommand(program: string): Speak {
  return (text) => {
    const words = espeakText(spoken(text, 'uz'), 'uz');
    return timed(() => {
      const args = ['-v', 'uz', '-b', '1', '--stdin', '--stdout'];
      const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdin.end(words);
      return child.stdout;
    });
  };
}

/** Measures each speaker in turn, so that other load on the machine affects all. */
async function medians(
  speakers: (() => Promise<SpeechTiming>)[],
  { atOnce, rounds }: { atOnce: number; rounds: number },
): Promise<SpeechTiming[]> {
  const timings = speakers.map((): SpeechTiming[] => []);
  for (let round = -warmUps; round < rounds; round++)
    for (const [at, speak] of speakers.entries()) {
      const found = await Promise.all(Array.from({ length: atOnce }, speak));
      if (round >= 0) timings[at]?.push(...found);
    }
  return timings.map((each) => ({
    firstMs: median(each.map(({ firstMs }) => firstMs)),
    wholeMs: median(each.map(({ wholeMs }) => wholeMs)),
  }));
}

const running = await product({ LIMIT_SPEECH_PER_HOUR: '100000000' });
try {
  const api = speakByApi(running.url);
  const program = findProgram(['espeak-ng']);
  if (program === undefined)
    console.log('espeak-ng is not installed: no reference, and the voice is its npm build.');
  const command = program === undefined ? undefined : speakByCommand(program);
  const rows = [];
  for (const { characters, ...how } of measurements) {
    const text = uzbekText(characters);
    const references = command ? [() => command(text), () => command(sentences[0])] : [];
    const [ours = none, theirs = none, sentence = none] = await medians(
      [() => api(text), ...references],
      how,
    );
    rows.push({
      characters,
      'at once': how.atOnce,
      'first byte, ms': Math.round(ours.firstMs),
      "espeak-ng's first sentence": Math.round(sentence.wholeMs),
      'ratio of first': (ours.firstMs / sentence.wholeMs).toFixed(2),
      'whole, ms': Math.round(ours.wholeMs),
      "espeak-ng's whole": Math.round(theirs.wholeMs),
      'ratio of whole': (ours.wholeMs / theirs.wholeMs).toFixed(2),
    });
  }
  console.table(rows);
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await running.stop();
}
process.exit(0);
