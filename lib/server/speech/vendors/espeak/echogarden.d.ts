declare module '@echogarden/espeak-ng-emscripten' {
  /** eSpeak NG's own interface, of which this is the part that we call. */
  interface ESpeakNGWorker {
    set_voice(name: string, language: string): number;
    get_samplerate(): number;
    /** Calls back for each piece of sound, before it returns; true from the callback stops it. */
    synthesize(text: string, onSound: (samples: Int16Array, events: unknown[]) => boolean): void;
  }

  export default function load(): Promise<{ eSpeakNGWorker: new () => ESpeakNGWorker }>;
}
