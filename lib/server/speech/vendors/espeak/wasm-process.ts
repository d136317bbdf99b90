/**
 * The npm build of eSpeak NG as a process of its own: its licence (GPL-3) ends at this process's border, and
 * its work, which can't be interrupted, holds up nobody else.
 */
import load from '@echogarden/espeak-ng-emscripten';
import { type Samples, joinSamples } from '../../../audio/pcm.ts';
import { answerQuestions } from '../../../platform/side-process.ts';
import { speakRequest, type Sound } from './voice-messages.ts';

const { eSpeakNGWorker: Worker } = await load();
const worker = new Worker();
const sampleRateHz = worker.get_samplerate();

function speak(text: string, voice: string): Samples {
  worker.set_voice(voice, voice);
  const pieces: Samples[] = [];
  worker.synthesize(text, (samples) => {
    pieces.push(samples.slice());
    return false;
  });
  return joinSamples(pieces);
}

answerQuestions((body): Sound => {
  const { voice, text } = speakRequest.parse(body);
  return { sampleRateHz, samples: speak(text, voice) };
});
