/** Types of the part of sherpa-onnx-node that we use; the package has none. */
declare module 'sherpa-onnx-node' {
  export interface OfflineModelFiles {
    tokens: string;
    omnilingual?: { model: string };
    dolphin?: { model: string };
    nemoCtc?: { model: string };
    zipformerCtc?: { model: string };
    senseVoice?: { model: string };
    transducer?: { encoder: string; decoder: string; joiner: string };
    whisper?: { encoder: string; decoder: string; language?: string; task?: 'transcribe' };
  }

  export interface OfflineRecognizerConfig {
    featConfig: { sampleRate: number; featureDim: number };
    modelConfig: OfflineModelFiles & { numThreads: number; provider: 'cpu' };
  }

  interface OfflineStream {
    acceptWaveform(wave: { sampleRate: number; samples: Float32Array }): void;
  }

  export class OfflineRecognizer {
    constructor(config: OfflineRecognizerConfig);
    setConfig(config: OfflineRecognizerConfig): void;
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): { text: string };
  }

  export interface OfflineVoiceFiles {
    model: string;
    tokens: string;
    /** Empty if the voice needs none. */
    lexicon: string;
    dataDir: string;
  }

  export class OfflineTts {
    constructor(config: {
      model: { vits: OfflineVoiceFiles; numThreads: number; provider: 'cpu'; debug: boolean };
      maxNumSentences: number;
    });
    generate(request: { text: string; sid: number; speed: number }): {
      samples: Float32Array;
      sampleRate: number;
    };
  }
}
