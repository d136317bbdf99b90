/**
 * Runs a voice in its own process: synthesis uses a whole core, and sherpa-onnx may end its process. Argument: the voice's folder.
 */
import { availableParallelism } from 'node:os';
import sherpa from 'sherpa-onnx-node';
import { latinToCyrillic } from '../../../../uzbek/index.ts';
import { toSamples } from '../../../../wav.ts';
import { answerQuestions } from '../../../platform/side-process.ts';
import { speakRequest, type Sound } from '../espeak/voice-messages.ts';
import { voiceFolder } from './voice.ts';

const { files, isCyrillic } = await voiceFolder(process.argv[2] ?? '');
const voice = new sherpa.OfflineTts({
  model: { vits: files, numThreads: Math.min(4, availableParallelism()), provider: 'cpu', debug: false },
  maxNumSentences: 1,
});

/** A voice that reads letters knows only small ones; one with a dictionary takes words unchanged. */
function toModelText(text: string): string {
  if (files.dataDir !== '') return text;
  return isCyrillic ? latinToCyrillic(text.toLowerCase()) : text.toLowerCase();
}

answerQuestions((body): Sound => {
  const { text } = speakRequest.parse(body);
  const { samples, sampleRate } = voice.generate({ text: toModelText(text), sid: 0, speed: 1 });
  return { sampleRateHz: sampleRate, samples: toSamples(samples) };
});
