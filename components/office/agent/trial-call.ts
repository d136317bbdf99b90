import { type Caption, addCaption } from '@/components/call/captions';
import { type MicrophoneTrack, openMicrophone } from '@/components/call/adapters/devices';
import { LiveRoom, type RoomListener } from '@/components/call/adapters/room';
import { callApi } from '@/lib/api-client';
import { createStore } from '@/components/ui/store';
import type { Language } from '@/lib/i18n/language';

export interface TrialView {
  state: 'microphone' | 'connecting' | 'waiting' | 'on' | 'ended' | 'denied' | 'lost';
  captions: readonly Caption[];
}

/** A call with the draft's agent; it is not recorded and makes no lead. */
export class TrialCall {
  readonly view = createStore<TrialView>({ state: 'microphone', captions: [] });
  #room: LiveRoom | undefined;
  #left = false;

  /**
   * @param byTyping without a microphone
   * @throws RequestFailure if the server refuses the call
   */
  async start(revision: number, language: Language, byTyping: boolean): Promise<void> {
    let microphone: MicrophoneTrack | undefined;
    try {
      if (!byTyping) microphone = await openMicrophone();
    } catch {
      return this.#show('denied');
    }
    if (this.#left) return microphone?.stop();
    this.#show('connecting');
    const { token, serverUrl = '' } = await callApi('POST /api/admin/agent/trial', {
      body: { revision, language },
    }).catch((error: unknown) => {
      microphone?.stop();
      throw error;
    });
    if (this.#left) return microphone?.stop();
    this.#room = new LiveRoom(microphone, {
      emit: (event) => this.#handle(event),
      caption: (news) => this.#caption(news),
    });
    try {
      await this.#room.enter({ token, serverUrl });
      if (this.view.get().state === 'connecting') this.#show('waiting');
      await this.#room.publishMicrophone();
    } catch {
      this.#show('lost');
      this.#left = true;
    }
    if (this.#left) await this.#room.leave();
  }

  async type(text: string): Promise<void> {
    await this.#room?.sendText(text);
  }

  async end(): Promise<void> {
    this.#left = true;
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
