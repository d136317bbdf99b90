/**
 * Runs a model in its own process: recognition uses a whole core, and sherpa-onnx may end its process. Argument: the model's
 * folder.
 */
import { availableParallelism } from 'node:os';
import type { OfflineRecognizerConfig } from 'sherpa-onnx-node';
import sherpa from 'sherpa-onnx-node';
import { pcmRateHz, toFloats } from '../../../audio/pcm.ts';
import { answerQuestions } from '../../../platform/side-process.ts';
import { modelFiles, recognitionRequest } from './recognizer.ts';

const files = await modelFiles(process.argv[2] ?? '');
const config: OfflineRecognizerConfig = {
  featConfig: { sampleRate: pcmRateHz, featureDim: 80 },
  modelConfig: { ...files, numThreads: Math.min(4, availableParallelism()), provider: 'cpu' },
};
const recognizer = new sherpa.OfflineRecognizer(config);

answerQuestions((body) => {
  const request = recognitionRequest.parse(body);
  if (files.whisper) {
    const whisper = { ...files.whisper, language: request.language };
    recognizer.setConfig({ ...config, modelConfig: { ...config.modelConfig, whisper } });
  }
  const stream = recognizer.createStream();
  stream.acceptWaveform({ sampleRate: pcmRateHz, samples: toFloats(request.samples) });
  recognizer.decode(stream);
  return { text: recognizer.getResult(stream).text };
});
