import { type AudioCaptureOptions, type LocalAudioTrack, Room, createLocalAudioTrack } from 'livekit-client';
import { createStore } from '@/components/ui/store';
import type { CallEvent } from './call-machine';

export type { LocalAudioTrack as Microphone };

/** Capture constraints. */
export const capture: AudioCaptureOptions = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

let permission: PermissionStatus | undefined;

// Asked when the module loads, while the visitor still types: the press of the button waits for nothing.
navigator.permissions
  ?.query({ name: 'microphone' })
  .then((status) => (permission = status))
  .catch(() => undefined);

/** Whether the browser will give the microphone without asking. False where it does not tell. */
export function microphoneGranted(): boolean {
  return permission?.state === 'granted';
}

/** Whether the microphone is kept from this page. False where the browser does not tell. */
export async function microphoneDenied(): Promise<boolean> {
  const status = await navigator.permissions?.query({ name: 'microphone' }).catch(() => undefined);
  return status?.state === 'denied';
}

/** Tells when a microphone may be there again: plugged in, or allowed. Gives what ends that. */
export function watchMicrophones(changed: () => void): () => void {
  const listening = new AbortController();
  navigator.mediaDevices.addEventListener('devicechange', changed, listening);
  permission?.addEventListener('change', changed, listening);
  return () => listening.abort();
}

/** Translates a failed getUserMedia into a fault of the call. */
export function microphoneProblem(error: unknown): CallEvent {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return { type: 'mic_denied' };
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return { type: 'mic_failed', fault: 'missing' };
  if (name === 'NotReadableError') return { type: 'mic_failed', fault: 'busy' };
  if (!('mediaDevices' in navigator)) return { type: 'mic_failed', fault: 'unsupported' };
  return { type: 'mic_failed', fault: 'other' };
}

/** Asks for the microphone. @throws what getUserMedia throws */
export async function openMicrophone(): Promise<LocalAudioTrack> {
  const deviceId = picked.get('audioinput');
  const microphone = await createLocalAudioTrack({ ...capture, ...(deviceId && { deviceId }) });
  noteMicrophone(microphone.mediaStreamTrack);
  return microphone;
}

/** The browser may have taken another microphone than the first of its list: the one that its visitor chose in the prompt, or what is left. */
export function noteMicrophone(track: MediaStreamTrack): void {
  devicesInUse.set({ ...devicesInUse.get(), audioinput: track.getSettings().deviceId });
}

/** Where sound comes from or goes to. */
export type DeviceKind = 'audioinput' | 'audiooutput';

/** The devices of a kind; none where the browser does not let a page choose. */
export async function audioDevices(kind: DeviceKind): Promise<MediaDeviceInfo[]> {
  if (kind === 'audiooutput' && !('setSinkId' in HTMLMediaElement.prototype)) return [];
  const devices = await Room.getLocalDevices(kind, false);
  return devices.filter(({ deviceId }) => deviceId !== '');
}

/** As far as it is known. */
export const devicesInUse = createStore<Partial<Record<DeviceKind, string>>>({});

/** The visitor's choice, for this call and the next; the browser's own without. */
const picked = new Map<DeviceKind, string>();

export function pickDevice(kind: DeviceKind, deviceId: string): void {
  picked.set(kind, deviceId);
  devicesInUse.set({ ...devicesInUse.get(), [kind]: deviceId });
}

export function pickedDevice(kind: DeviceKind): string | undefined {
  return picked.get(kind);
}
