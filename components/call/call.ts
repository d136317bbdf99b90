import { createActor } from 'xstate';
import { createStore } from '@/components/ui/store';
import { asRequestFailure, callApi } from '@/lib/api-client';
import { wallClock } from './adapters/clock';
import { type DeviceKind, pickDevice } from './adapters/devices';
import { mediaPort } from './adapters/media';
import { tokens } from './adapters/tokens';
import { callMachine } from './chart/call-machine';
import type { VisitorEvent } from './chart/events';
import type { Levels, Tab } from './chart/ports';
import { isSameView, viewOf } from './chart/view';
import { saveFormFields } from './form-fields';
import { acquireLock, callLock } from './locks';
import { callFormId } from './opener';
import { createPageGuard } from './page';
import { lastReceipt, saveDelivery } from './receipt';
import { dropDelivery } from './recording/call-recording';
import { abandonCall } from './recording/deliver';
import { deleteRecording } from './recording/outbox';
import { beginCooldown, readCooldown, saveCurrentCall } from './tab-memory';

const tab: Tab = {
  lockCall: ({ mustSteal, onStolen }) =>
    acquireLock(callLock, mustSteal ? { steal: true } : { ifAvailable: true }, onStolen),
  readCooldown,
  startCooldown: beginCooldown,
  saveCurrentCall,
  abandon: (previous) => void abandonCall(previous, isCallOn),
  showForm() {
    document.getElementById(callFormId)?.showPopover();
  },
  reloadForNewTerms({ phone, language }) {
    saveFormFields({ phone, language });
    window.location.reload();
  },
};

const { setTimeout, clearTimeout } = wallClock;
const actor = createActor(callMachine, {
  input: { clock: wallClock, media: mediaPort, tokens, tab },
  clock: { setTimeout, clearTimeout },
});

/** The panel's view of the page's one call. The call lives in this module, not in React: it survives a change of page or language. */
export const callView = createStore(viewOf(actor.getSnapshot()));

const updatePageGuard = createPageGuard();
actor.subscribe((snapshot) => {
  updatePageGuard({ blocksSounds: snapshot.hasTag('blockSounds'), guardsPage: snapshot.hasTag('guardPage') });
  const view = viewOf(snapshot);
  if (!isSameView(view, callView.get())) callView.set(view);
});
actor.start();

export function send(event: VisitorEvent): void {
  actor.send(event);
}

export function isCallOn(): boolean {
  const snapshot = actor.getSnapshot();
  return snapshot.matches('underWay') || snapshot.matches('ending');
}

function resources() {
  return actor.getSnapshot().context.resources;
}

/** Starts blocked sound. Browsers allow it only while they handle a press. */
export function allowSound(): void {
  const { media } = resources();
  media?.wake();
  void media?.room?.allowSound();
}

/** Answers by text. Returns false if no agent can read it, or if it could not be sent. */
export async function typeAnswer(text: string): Promise<boolean> {
  const room = resources().media?.room;
  return callView.get().canSendText && room !== undefined && room.sendText(text);
}

/** Uses another microphone or loudspeaker, in this call and in the next. */
export async function chooseDevice(kind: DeviceKind, deviceId: string): Promise<void> {
  const room = resources().media?.room;
  if (!room || (await room.useDevice(kind, deviceId))) pickDevice(kind, deviceId);
}

/**
 * Deletes the last call here and on the server.
 * @throws if the server does not delete it
 */
export async function deleteLastCall(): Promise<void> {
  const receipt = lastReceipt.get();
  if (receipt === null) return;
  const { room, token } = receipt;
  const headers = { authorization: `Bearer ${token}` };
  await callApi('DELETE /api/calls/{room}', { params: { room }, headers }).catch((error: unknown) => {
    if (asRequestFailure(error).status !== 404) throw error;
  });
  // If the server fails, the recording stays and is sent.
  await dropDelivery(room);
  await deleteRecording(room).catch(() => undefined);
  saveDelivery(room, { delivery: 'deleted' });
}

export function sampleLevels(): Levels {
  return resources().media?.levels() ?? { visitor: 0, agent: 0 };
}

/** The heights of the five bars, 0 to 1. */
export function sampleBars(): number[] {
  return resources().media?.bars() ?? [];
}
