import type { ModelKind } from '../../../contracts/models.ts';
import { type Language, languages } from '../../../i18n/language.ts';

/** A file of a repository and its path in our folder. */
export interface CatalogueFile {
  from: string;
  to: string;
  /** If absent, the publisher's list has the checksum. */
  sha256?: string;
}

export interface CatalogueModel {
  id: string;
  kind: ModelKind;
  languages: readonly Language[];
  name: string;
  license: string;
  /** `owner/name` at the publisher. */
  repository: string;
  /** A commit, or the branch `main`. */
  revision: string;
  /** Approximate; the publisher's list has the exact size. */
  megabytes: number;
  files: readonly CatalogueFile[];
  /** Folders to fetch whole. */
  folders?: readonly string[];
}

const whole = (name: string) => ({ from: name, to: name });

function transducer(folder: string, suffix: string): CatalogueFile[] {
  return [
    ...['encoder', 'decoder', 'joiner'].map((part) => ({
      from: `${folder}/${part}${suffix}.onnx`,
      to: `${part}${suffix}.onnx`,
    })),
    { from: 'lang/tokens.txt', to: 'tokens.txt' },
  ];
}

/**
 * Small open sherpa-onnx models by language. See docs/decisions/025-models.md.
 */
export const catalogue: readonly CatalogueModel[] = [
  {
    id: 'vosk-uz',
    kind: 'recognition',
    languages: ['uz'],
    name: 'Vosk 0.60, Zipformer2 (Alpha Cephei)',
    license: 'Apache-2.0',
    repository: 'alphacep/vosk-model-small-streaming-uz',
    revision: 'e0417cabfbbac4efdc34e7aba367501d126ae79c',
    megabytes: 95,
    files: transducer('am-onnx', ''),
  },
  {
    id: 'vosk-ru',
    kind: 'recognition',
    languages: ['ru'],
    name: 'Vosk small, Zipformer2 (Alpha Cephei)',
    license: 'Apache-2.0',
    repository: 'alphacep/vosk-model-small-ru',
    revision: '4d68c4017bcfa44e2a79581f7933339e916a35da',
    megabytes: 27,
    files: transducer('am', '.int8'),
  },
  {
    id: 'zipformer-en',
    kind: 'recognition',
    languages: ['en'],
    name: 'Zipformer small, LibriSpeech (k2-fsa)',
    license: 'Apache-2.0',
    repository: 'csukuangfj/sherpa-onnx-zipformer-small-en-2023-06-26',
    revision: 'e8add5377a6cb7b629b5a0e08d6afe7a73442814',
    megabytes: 28,
    files: [
      {
        from: 'encoder-epoch-99-avg-1.int8.onnx',
        to: 'encoder.int8.onnx',
        sha256: '3a6ac78a31cc2c60ca8c1e2e2f43c878fbbcaf051ada4900e0a42ef8ba53d375',
      },
      {
        from: 'decoder-epoch-99-avg-1.int8.onnx',
        to: 'decoder.int8.onnx',
        sha256: 'f462ab9189ba6f9b2658774e6bf3d651913de54a3833655dc5e093e2f5e4c2b6',
      },
      {
        from: 'joiner-epoch-99-avg-1.int8.onnx',
        to: 'joiner.int8.onnx',
        sha256: '6b183b6ec656e4d3ca6b86d0aeca992dac14df80aae6b416d7c068d0ff2bd4d7',
      },
      {
        from: 'tokens.txt',
        to: 'tokens.txt',
        sha256: '49e3c2646595fd907228b3c6787069658f67b17377c60aeb8619c4551b2316fb',
      },
    ],
  },
  {
    id: 'omnilingual-300m-int8',
    kind: 'recognition',
    languages,
    name: 'Omnilingual ASR CTC 300M (Meta)',
    license: 'Apache-2.0',
    repository: 'csukuangfj/sherpa-onnx-omnilingual-asr-1600-languages-300M-ctc-int8-2025-11-12',
    revision: '6abf1ece20cd2308bdb7d13cd78ec1c44fa4c094',
    megabytes: 366,
    files: [
      {
        ...whole('model.int8.onnx'),
        sha256: 'e7c4e54ee4c4c47829cc6667d5d00ed8ea7bef1dcfeef0fce766f77752a2726c',
      },
      {
        ...whole('tokens.txt'),
        sha256: 'a7a044c52cb29cbe8b0dc1953e92cefd4ca16b0ed968177b6beab21f9a7d0b31',
      },
      {
        ...whole('LICENSE'),
        sha256: 'a70a523bafbb595c2844104feb313d204904dac91c3d186c05f22a10a71c7a94',
      },
    ],
  },
  {
    id: 'piper-ru-irina',
    kind: 'voice',
    languages: ['ru'],
    name: 'Piper, Irina',
    license: 'MIT',
    repository: 'csukuangfj/vits-piper-ru_RU-irina-medium',
    revision: 'main',
    megabytes: 81,
    files: [whole('ru_RU-irina-medium.onnx'), whole('tokens.txt'), whole('MODEL_CARD')],
    folders: ['espeak-ng-data'],
  },
  {
    id: 'piper-en-ljspeech',
    kind: 'voice',
    languages: ['en'],
    name: 'Piper, LJ Speech',
    license: 'MIT',
    repository: 'csukuangfj/vits-piper-en_US-ljspeech-medium',
    revision: 'main',
    megabytes: 81,
    files: [
      {
        ...whole('en_US-ljspeech-medium.onnx'),
        sha256: '8ceba58a4b540d4e7e7e24ad079cf0d92762a4fd334e059f12940787c6c37b3d',
      },
      whole('tokens.txt'),
      whole('MODEL_CARD'),
    ],
    folders: ['espeak-ng-data'],
  },
];
