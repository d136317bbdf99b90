import { type Caption, addCaption } from '@/components/call/captions';
import { openMicrophone } from '@/components/call/adapters/devices';
import { LiveRoom, type RoomListener } from '@/components/call/adapters/room';
import { jsonRequest, request } from '@/components/leads/api';
import { createStore } from '@/components/ui/store';
import { tokenResponse } from '@/lib/contracts/token';
import type { Language } from '@/lib/i18n/language';

export interface TrialView {
  state: 'microphone' | 'connecting' | 'waiting' | 'on' | 'ended' | 'denied' | 'lost';
  captions: readonly Caption[];
}

/** A call with the agent of the draft: nothing of it is recorded, and it makes no lead. */
export class TrialCall {
  readonly view = createStore<TrialView>({ state: 'microphone', captions: [] });
  #room: LiveRoom | undefined;
  #left = false;

  /** @throws RequestFailure where the server refuses the call */
  async start(revision: number, language: Language): Promise<void> {
    let microphone;
    try {
      microphone = await openMicrophone();
    } catch {
      return this.#show('denied');
    }
    if (this.#left) return microphone.stop();
    this.#show('connecting');
    const asked = request('/api/admin/agent/trial', jsonRequest('POST', { revision, language }));
    const grant = await asked
      .then(async (response) => tokenResponse.required({ serverUrl: true }).parse(await response.json()))
      .catch((error: unknown) => {
        microphone.stop();
        throw error;
      });
    if (this.#left) return microphone.stop();
    this.#room = new LiveRoom(microphone, {
      emit: (event) => this.#handle(event),
      caption: (news) => this.#caption(news),
    });
    try {
      await this.#room.enter(grant);
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
