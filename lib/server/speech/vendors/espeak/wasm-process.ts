/** eSpeak NG's npm build in a process of its own, which isolates its licence (GPL-3) and its uninterruptible work. */
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
