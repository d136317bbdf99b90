/** npm run bench:speech: the first sound of 500 characters, beside the espeak-ng command. BASE_URL names a running product. */
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { findProgram } from '../../../lib/server/platform/find-program.mjs';
import { espeakText } from '../../../lib/server/speech/vendors/espeak/index.ts';
import { spoken } from '../../../lib/spoken/index.ts';
import { wavHeaderBytes } from '../../../lib/wav.ts';
import { openProduct } from '../../test/product-under-test.ts';
import { loadText, median, medians } from './timing.ts';

const characters = 500;
const measurements = [
  { atOnce: 1, rounds: 9 },
  { atOnce: 16, rounds: 3 },
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

const text = `${sentences.join(' ')} `.repeat(2).slice(0, characters);

/** @returns the milliseconds to the first sample */
async function speakByApi(): Promise<number> {
  const beganMs = performance.now();
  const response = await fetch(new URL(`/api/tts/stream?${new URLSearchParams({ text })}`, product.url));
  if (!response.ok || response.body === null)
    throw new Error(`tts/stream answered ${response.status}: ${await response.text()}`);
  let firstSampleMs: number | undefined;
  let bytes = -wavHeaderBytes;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > 0) firstSampleMs ??= performance.now() - beganMs;
  }
  return firstSampleMs ?? Number.NaN;
}

/** The command speaks only the first sentence, because it writes nothing before it has spoken its whole text. */
async function speakByCommand(program: string): Promise<number> {
  const beganMs = performance.now();
  const child = spawn(program, ['-v', 'uz', '-b', '1', '--stdin', '--stdout'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(espeakText(spoken(sentences[0], 'uz'), 'uz'));
  await buffer(child.stdout);
  return performance.now() - beganMs;
}

await using product = await openProduct({ LIMIT_SPEECH_PER_HOUR: '100000000' });
const program = findProgram(['espeak-ng']);
if (program === undefined)
  console.log('espeak-ng is not installed: no reference, and the voice is its npm build.');
const speakers = [speakByApi, ...(program === undefined ? [] : [() => speakByCommand(program)])];
const rows = [];
for (const { atOnce, rounds } of measurements) {
  const measures = speakers.map(
    (speak) => async () => median(await Promise.all(Array.from({ length: atOnce }, speak))),
  );
  const [ours = Number.NaN, theirs = Number.NaN] = await medians(rounds, measures);
  rows.push({
    characters,
    'at once': atOnce,
    'first sound, ms': Math.round(ours),
    "espeak-ng's first sentence": Math.round(theirs),
    ratio: (ours / theirs).toFixed(2),
  });
}
console.table(rows);
console.log(loadText());
