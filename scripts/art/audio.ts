import { mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bookPassages } from '../../lib/book-passages.ts';
import { type demoAudioTypes, demoTexts } from '../../lib/demo-texts.ts';
import { joinSamples } from '../../lib/server/audio/pcm.ts';
import { wavFile } from '../../lib/server/audio/wav-file.ts';
import { localSynthesizer } from '../../lib/server/speech/tts.ts';

const codecs: Record<keyof typeof demoAudioTypes, string[]> = {
  '.m4a': ['-c:a', 'aac', '-b:a', '24k'],
  '.webm': ['-c:a', 'libopus', '-b:a', '20k', '-application', 'voip'],
};

/** Records the demo texts and the books' passages with the local voice, in the types that browsers play. Needs ffmpeg on PATH. */
export async function recordTexts(root: string): Promise<void> {
  for (const { text, audio } of [...demoTexts, ...Object.values(bookPassages)]) {
    const pieces = await Array.fromAsync(localSynthesizer().synthesize(text, { language: 'uz' }));
    const wav = wavFile(joinSamples(pieces.map((piece) => Int16Array.from(piece))));
    for (const [ending, codec] of Object.entries(codecs)) {
      const file = path.join(root, 'public', `${audio}${ending}`);
      mkdirSync(path.dirname(file), { recursive: true });
      const args = ['-y', '-loglevel', 'error', '-i', 'pipe:0', ...codec, '-ac', '1', file];
      const { status, error } = spawnSync('ffmpeg', args, {
        input: wav,
        stdio: ['pipe', 'inherit', 'inherit'],
      });
      if (status !== 0) throw error ?? new Error(`ffmpeg ended with ${status}`);
    }
  }
}
