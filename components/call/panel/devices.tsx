'use client';

import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { chooseDevice } from '../call';
import { type DeviceKind, audioDevices, devicesInUse } from '../adapters/devices';
import type { CallPanelStrings } from '../strings';

const kinds: DeviceKind[] = ['audioinput', 'audiooutput'];

/** The choice of microphone and, if the browser allows it, of loudspeaker. */
export function Devices({ strings }: { strings: CallPanelStrings }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {kinds.map((kind) => (
        <DevicePicker
          key={kind}
          kind={kind}
          label={kind === 'audioinput' ? strings.voice_chat_microphone : strings.voice_chat_speaker}
          unknown={strings.voice_chat_device_unknown}
        />
      ))}
    </div>
  );
}

interface DevicePickerProps {
  kind: DeviceKind;
  label: string;
  /** Represents the device in use if the browser does not name it. */
  unknown: string;
}

function DevicePicker({ kind, label, unknown }: DevicePickerProps) {
  const id = useId();
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  const inUse = useSyncExternalStore(devicesInUse.subscribe, devicesInUse.get, devicesInUse.get)[kind];

  useEffect(() => {
    let isMounted = true;
    const refresh = async () => {
      const foundDevices = await audioDevices(kind).catch(() => []);
      if (isMounted) setDevices(foundDevices);
    };
    void refresh();
    navigator.mediaDevices.addEventListener('devicechange', refresh);
    return () => {
      isMounted = false;
      navigator.mediaDevices.removeEventListener('devicechange', refresh);
    };
  }, [kind]);

  if (devices.length === 0) return null;
  // Only some browsers list a default device. It is in use until the visitor picks another one.
  const selectedId = devices.find(({ deviceId }) => deviceId === (inUse ?? 'default'))?.deviceId;
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={selectedId ?? ''}
        onChange={({ currentTarget }) => void chooseDevice(kind, currentTarget.value)}
        className="h-11 w-full min-w-0 rounded-xl border border-line-strong bg-paper px-3 text-ink"
      >
        {selectedId === undefined && (
          <option value="" disabled hidden>
            {unknown}
          </option>
        )}
        {devices.map(({ deviceId, label: name }, place) => (
          <option key={deviceId} value={deviceId}>
            {name || `${label} ${place + 1}`}
          </option>
        ))}
      </select>
    </div>
  );
}
