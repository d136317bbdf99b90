import { Buffer } from 'node:buffer';
import {
  type recordingId,
  voiceAnswer,
  type voiceRequest,
  voiceSound,
} from '../../lib/contracts/owner-voice.ts';
import type { z } from '../../lib/contracts/schema.ts';
import type { DispatchMetadata } from '../../lib/contracts/token.ts';
import { log } from '../../lib/server/platform/log.ts';
import { PromiseCache } from '../promise-cache.ts';
import { OwnerVoice } from '../speaking/owner-voice.ts';
import type { askSigned } from './events.ts';

/** A visitor waits at most this long for a list of recordings that no heartbeat has announced. */
const listWithinMs = 3_000;
const soundWithinMs = 3_000;
/** A recording in memory takes about 150 kB. */
const maxSounds = 300;
const maxLists = 20;

type VoiceName = Pick<DispatchMetadata, 'voice' | 'callbackUrl'>;

/** Caches the owners' recordings of the web apps that this agent serves. */
export class OwnerVoices {
  readonly #webUrl: string;
  readonly #ask: typeof askSigned;
  readonly #lists = new PromiseCache<OwnerVoice>(maxLists);
  readonly #sounds = new PromiseCache<Int16Array>(maxSounds);
  #current: OwnerVoice | undefined;
  #currentRevision: string | undefined;

  constructor(webUrl: string, ask: typeof askSigned) {
    this.#webUrl = webUrl;
    this.#ask = ask;
  }

  /** The recordings that new calls of the agent's own deployment use. */
  get current(): OwnerVoice | undefined {
    return this.#current;
  }

  /** Resolves to the recordings of a call. Without an answer of its web app, the configured voice speaks everything. */
  async fetchForCall({ voice, callbackUrl }: VoiceName): Promise<OwnerVoice | undefined> {
    if (voice === undefined) return undefined;
    try {
      return await this.#loadList(voice, callbackUrl);
    } catch (cause) {
      log.warn('owner_voice_not_fetched', { revision: voice }, cause);
      return undefined;
    }
  }

  /** Fetches the list that the next calls use. @returns true if the list has changed */
  async prepare(revision: string | undefined): Promise<boolean> {
    if (this.#currentRevision === revision) return false;
    const voice = await this.fetchForCall({ voice: revision, callbackUrl: this.#webUrl });
    if (revision !== undefined && voice === undefined) return false;
    this.#currentRevision = revision;
    this.#current = voice;
    return true;
  }

  #loadList(revision: string, callbackUrl: string): Promise<OwnerVoice> {
    const body: z.infer<typeof voiceRequest> = {};
    const url = new URL('/api/agent/voice', callbackUrl);
    const key = `${url.origin} ${revision}`;
    return this.#lists.getOrMake(key, async () => {
      const answer = await this.#ask(url.href, body, AbortSignal.timeout(listWithinMs));
      const { recordings, revision: listRevision } = voiceAnswer.parse(answer);
      if (listRevision !== revision) this.#lists.forget(key);
      const ids = new Map(recordings.map(({ sentence, id }) => [sentence, id]));
      return new OwnerVoice(ids, this.#sounds, (id) => this.#fetchSound(id, callbackUrl));
    });
  }

  async #fetchSound(id: string, callbackUrl: string): Promise<Int16Array> {
    const body: z.infer<typeof recordingId> = { id };
    const url = new URL(`/api/agent/voice/${id}`, callbackUrl).href;
    const { samples } = voiceSound.parse(await this.#ask(url, body, AbortSignal.timeout(soundWithinMs)));
    return new Int16Array(Uint8Array.from(Buffer.from(samples, 'base64')).buffer);
  }
}
