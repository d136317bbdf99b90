import { type AudioCaptureOptions, type LocalAudioTrack, Room, createLocalAudioTrack } from 'livekit-client';
import { createStore } from '@/components/ui/store';
import type { MicrophoneFault } from '../chart/events';

export type { LocalAudioTrack as MicrophoneTrack };

export const capture: AudioCaptureOptions = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  // In a recording, a second channel is the agent's.
  channelCount: 1,
};

let permission: PermissionStatus | undefined;

// Queries early, so that the press on the call button need not wait.
navigator.permissions
  ?.query({ name: 'microphone' })
  .then((status) => (permission = status))
  .catch(() => undefined);

/** True if the browser grants the microphone without asking. False if it does not report this. */
export function microphoneGranted(): boolean {
  return permission?.state === 'granted';
}

/** True if the permission is denied. False if the browser does not report this. */
export async function microphoneDenied(): Promise<boolean> {
  const status = await navigator.permissions?.query({ name: 'microphone' }).catch(() => undefined);
  return status?.state === 'denied';
}

/** Calls back when a microphone is plugged in or allowed. Returns the function that ends it. */
export function watchMicrophones(changed: () => void): () => void {
  const listening = new AbortController();
  navigator.mediaDevices.addEventListener('devicechange', changed, listening);
  permission?.addEventListener('change', changed, listening);
  return () => listening.abort();
}

/** Translates an error of getUserMedia. */
export function microphoneFault(error: unknown): MicrophoneFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  if (name === 'NotReadableError') return 'busy';
  return 'mediaDevices' in navigator ? 'other' : 'unsupported';
}

/** @throws what getUserMedia throws */
export async function openMicrophone(): Promise<LocalAudioTrack> {
  const deviceId = picked.get('audioinput');
  const microphone = await createLocalAudioTrack({ ...capture, ...(deviceId && { deviceId }) });
  showMicrophone(microphone.mediaStreamTrack);
  return microphone;
}

/** Shows which microphone is in use. The browser may have opened another one than was picked. */
export function showMicrophone(track: MediaStreamTrack): void {
  devicesInUse.set({ ...devicesInUse.get(), audioinput: track.getSettings().deviceId });
}

/** Where sound comes from or goes to. */
export type DeviceKind = 'audioinput' | 'audiooutput';

/** Lists the devices of a kind; none if the browser does not let a page choose. */
export async function audioDevices(kind: DeviceKind): Promise<MediaDeviceInfo[]> {
  if (kind === 'audiooutput' && !('setSinkId' in HTMLMediaElement.prototype)) return [];
  const devices = await Room.getLocalDevices(kind, false);
  return devices.filter(({ deviceId }) => deviceId !== '');
}

/** Empty if the browser does not report it. */
export const devicesInUse = createStore<Partial<Record<DeviceKind, string>>>({});

/** The visitor's choices, for this call and the next. */
const picked = new Map<DeviceKind, string>();

export function pickDevice(kind: DeviceKind, deviceId: string): void {
  picked.set(kind, deviceId);
  devicesInUse.set({ ...devicesInUse.get(), [kind]: deviceId });
}

export function pickedDevice(kind: DeviceKind): string | undefined {
  return picked.get(kind);
}
