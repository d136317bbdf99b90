import { Room } from 'livekit-client';
import { createStore } from '@/components/ui/store';

/** Where sound comes from or goes to. */
export type DeviceKind = 'audioinput' | 'audiooutput';

/** Lists the devices of a kind; none if the browser does not let a page choose. */
export async function audioDevices(kind: DeviceKind): Promise<MediaDeviceInfo[]> {
  if (kind === 'audiooutput' && !('setSinkId' in HTMLMediaElement.prototype)) return [];
  const devices = await Room.getLocalDevices(kind, false);
  return devices.filter(({ deviceId }) => deviceId !== '');
}

/** The id of the device in use of each kind; absent if the browser does not report it. */
export const devicesInUse = createStore<Partial<Record<DeviceKind, string>>>({});

/** The visitor's choices, for this call and the next. */
const pickedDevices = new Map<DeviceKind, string>();

export function pickDevice(kind: DeviceKind, deviceId: string): void {
  pickedDevices.set(kind, deviceId);
  devicesInUse.set({ ...devicesInUse.get(), [kind]: deviceId });
}

export function pickedDevice(kind: DeviceKind): string | undefined {
  return pickedDevices.get(kind);
}
