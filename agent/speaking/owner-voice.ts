import type { SpokenSentence } from '../../lib/contracts/owner-voice.ts';
import { log } from '../../lib/server/platform/log.ts';
import type { PromiseCache } from '../promise-cache.ts';
import { sentenceKey } from '../../lib/server/plan/script.ts';

/** Sentences in the owner's voice, at one revision. A call plays them from memory. */
export class OwnerVoice {
  /** Ids of recordings by the key of their sentence. */
  readonly #ids: ReadonlyMap<string, string>;
  readonly #sounds: PromiseCache<Int16Array>;
  readonly #fetch: (id: string) => Promise<Int16Array>;

  /** @param sounds the recordings in memory, by id */
  constructor(
    ids: ReadonlyMap<string, string>,
    sounds: PromiseCache<Int16Array>,
    fetch: (id: string) => Promise<Int16Array>,
  ) {
    this.#ids = ids;
    this.#sounds = sounds;
    this.#fetch = fetch;
  }

  /**
   * Loads the recordings of these sentences, one after the other. One that fails is tried again by the next load.
   * @returns how many are in memory
   */
  async load(sentences: readonly SpokenSentence[]): Promise<number> {
    let loaded = 0;
    for (const sentence of sentences) {
      const id = this.#ids.get(sentenceKey(sentence));
      if (id === undefined) continue;
      try {
        await this.#sounds.getOrMake(id, () => this.#fetch(id));
        loaded++;
      } catch (cause) {
        log.warn('recording_not_loaded', { id }, cause);
      }
    }
    return loaded;
  }

  /** The samples of a sentence; undefined if it is not recorded, or not in memory. */
  recorded(sentence: SpokenSentence): Promise<Int16Array> | undefined {
    return this.#sounds.get(this.#ids.get(sentenceKey(sentence)) ?? '');
  }
}
