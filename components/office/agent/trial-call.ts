import { type Caption, addCaption } from '@/components/call/captions';
import { type MicrophoneTrack, openMicrophone } from '@/components/call/adapters/microphone';
import { LiveRoom, type RoomListener } from '@/components/call/adapters/room';
import { callApi } from '@/lib/api-client';
import { createStore } from '@/components/ui/store';
import type { Language } from '@/lib/i18n/language';

/** The microphone and the room of a trial; a test passes fakes. */
export interface TrialParts {
  openMicrophone: () => Promise<MicrophoneTrack>;
  newRoom: (
    microphone: MicrophoneTrack | undefined,
    listener: RoomListener,
  ) => Pick<LiveRoom, 'enter' | 'publishMicrophone' | 'sendText' | 'leave'>;
}

const realParts: TrialParts = {
  openMicrophone,
  newRoom: (microphone, listener) => new LiveRoom(microphone, listener),
};

export interface TrialView {
  state: 'microphone' | 'connecting' | 'waiting' | 'on' | 'ended' | 'denied' | 'lost';
  captions: readonly Caption[];
}

/** A call with the draft's agent; it is not recorded and makes no lead. */
export class TrialCall {
  readonly view = createStore<TrialView>({ state: 'microphone', captions: [] });
  readonly #parts: TrialParts;
  #room: ReturnType<TrialParts['newRoom']> | undefined;
  #isOver = false;

  constructor(parts: TrialParts = realParts) {
    this.#parts = parts;
  }

  /**
   * @param byTyping without a microphone
   * @throws RequestFailure if the server refuses the call
   */
  async start(revision: number, language: Language, byTyping: boolean): Promise<void> {
    let microphone: MicrophoneTrack | undefined;
    try {
      if (!byTyping) microphone = await this.#parts.openMicrophone();
    } catch {
      return this.#show('denied');
    }
    if (this.#isOver) return microphone?.stop();
    this.#show('connecting');
    const { token, serverUrl = '' } = await callApi('POST /api/admin/agent/trial', {
      body: { revision, language },
    }).catch((error: unknown) => {
      microphone?.stop();
      throw error;
    });
    if (this.#isOver) return microphone?.stop();
    this.#room = this.#parts.newRoom(microphone, {
      emit: (event) => this.#handle(event),
      caption: (news) => this.#caption(news),
    });
    try {
      await this.#room.enter({ token, serverUrl });
      if (this.view.get().state === 'connecting') this.#show('waiting');
      await this.#room.publishMicrophone();
    } catch {
      this.#show('lost');
      this.#isOver = true;
    }
    if (this.#isOver) await this.#room.leave();
  }

  async type(text: string): Promise<void> {
    await this.#room?.sendText(text);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#show('ended');
    await this.#room?.leave();
  }

  #handle({ type }: Parameters<RoomListener['emit']>[0]): void {
    if (type === 'room.agentJoined') this.#show('on');
    if (type === 'room.closed' || type === 'room.disconnected' || type === 'room.agentLeft') void this.end();
  }

  #caption(news: Parameters<typeof addCaption>[1]): void {
    const { state, captions } = this.view.get();
    this.view.set({ state, captions: addCaption(captions, news) });
  }

  #show(state: TrialView['state']): void {
    if (this.view.get().state !== 'ended') this.view.set({ ...this.view.get(), state });
  }
}
