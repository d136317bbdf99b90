// Records the four demo texts with the local voice, small, in the types that browsers play. Needs ffmpeg on PATH:
//   node scripts/art/demo-audio.ts
import { spawnSync } from 'node:child_process';
import { wavFile } from '../../lib/server/audio/wav-file.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { type demoAudioTypes, demoTexts } from '../../lib/demo-texts.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';

const codecs: Record<keyof typeof demoAudioTypes, string[]> = {
  '.m4a': ['-c:a', 'aac', '-b:a', '24k'],
  '.webm': ['-c:a', 'libopus', '-b:a', '24k', '-application', 'voip'],
};

for (const { text, audio } of demoTexts) {
  const pieces = await Array.fromAsync(localSynthesizer().synthesize(text, { language: 'uz' }));
  const wav = wavFile(joinSamples(pieces.map((piece) => Int16Array.from(piece))));
  for (const [ending, codec] of Object.entries(codecs)) {
    const args = [
      '-y',
      '-loglevel',
      'error',
      '-i',
      'pipe:0',
      ...codec,
      '-ac',
      '1',
      `public${audio}${ending}`,
    ];
    const { status, error } = spawnSync('ffmpeg', args, {
      input: wav,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    if (status !== 0) throw error ?? new Error(`ffmpeg ended with ${status}`);
  }
}
process.exit();
