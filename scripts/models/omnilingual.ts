import type { PublishedFile } from './fetch-file.ts';

const base =
  'https://huggingface.co/csukuangfj/sherpa-onnx-omnilingual-asr-1600-languages-300M-ctc-int8-2025-11-12/resolve/6abf1ece20cd2308bdb7d13cd78ec1c44fa4c094';

/** A model for `STT_PROVIDER=local`: what it is, what it costs, and its files at one fixed revision. */
export const omnilingual = {
  name: 'Omnilingual ASR CTC 300M (int8), Meta, Apache-2.0',
  folder: 'omnilingual-300m-int8',
  /** Tells the recogniser which kind of model the folder holds. */
  family: 'omnilingual',
  /** Published measurements of the same model and runtime: 1.16 GB for 4 s of speech, 1.37 GB for 20 s. */
  memory: 'about 1.2 GB while it recognises, 1.4 GB for the longest pieces',
  files: {
    'model.int8.onnx': {
      url: `${base}/model.int8.onnx`,
      bytes: 365_352_120,
      sha256: 'e7c4e54ee4c4c47829cc6667d5d00ed8ea7bef1dcfeef0fce766f77752a2726c',
    },
    'tokens.txt': {
      url: `${base}/tokens.txt`,
      bytes: 86_423,
      sha256: 'a7a044c52cb29cbe8b0dc1953e92cefd4ca16b0ed968177b6beab21f9a7d0b31',
    },
    LICENSE: {
      url: `${base}/LICENSE`,
      bytes: 581,
      sha256: 'a70a523bafbb595c2844104feb313d204904dac91c3d186c05f22a10a71c7a94',
    },
  } satisfies Record<string, PublishedFile>,
};
