declare module '@echogarden/espeak-ng-emscripten' {
  /** The part of eSpeak NG's interface that we call. */
  interface ESpeakNGWorker {
    set_voice(name: string, language: string): number;
    get_samplerate(): number;
    /** Calls back for each piece of sound, before it returns; true from the callback stops it. */
    synthesize(text: string, onSound: (samples: Int16Array, events: unknown[]) => boolean): void;
  }

  export default function load(): Promise<{ eSpeakNGWorker: new () => ESpeakNGWorker }>;
}
