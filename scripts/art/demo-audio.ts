// Records the four demo texts with the local voice, as small AAC files that every browser plays. Needs ffmpeg on PATH:
//   node scripts/art/demo-audio.ts
import { spawnSync } from 'node:child_process';
import { wavFile } from '../../lib/server/audio/wav.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { demoTexts } from '../../lib/demo-texts.ts';
import { localSynthesizer } from '../../lib/server/speech/synthesis/local.ts';

const bitRate = '24k';

for (const { text, audio } of demoTexts) {
  const pieces = await Array.fromAsync(localSynthesizer().synthesize(text, { language: 'uz' }));
  const wav = wavFile(joinSamples(pieces.map((piece) => Int16Array.from(piece))));
  const args = [
    '-y',
    '-loglevel',
    'error',
    '-i',
    'pipe:0',
    '-c:a',
    'aac',
    '-b:a',
    bitRate,
    '-ac',
    '1',
    `public${audio}`,
  ];
  const { status, error } = spawnSync('ffmpeg', args, { input: wav, stdio: ['pipe', 'inherit', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`ffmpeg ended with ${status}`);
}
process.exit();
