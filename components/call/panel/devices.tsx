'use client';

import { useEffect, useId, useState } from 'react';
import { chooseDevice } from '../call';
import { type DeviceKind, audioDevices, pickedDevice } from '../devices';
import type { VoiceChatStrings } from '../strings';

const kinds: DeviceKind[] = ['audioinput', 'audiooutput'];

/** Which microphone hears the visitor and, where the browser lets a page choose, which loudspeaker plays. */
export function Devices({ strings }: { strings: VoiceChatStrings }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {kinds.map((kind) => (
        <DevicePicker
          key={kind}
          kind={kind}
          label={kind === 'audioinput' ? strings.voice_chat_microphone : strings.voice_chat_speaker}
        />
      ))}
    </div>
  );
}

function DevicePicker({ kind, label }: { kind: DeviceKind; label: string }) {
  const id = useId();
  const [devices, setDevices] = useState<MediaDeviceInfo[]>([]);
  const [picked, setPicked] = useState(pickedDevice(kind));

  useEffect(() => {
    let shown = true;
    const look = async () => {
      const found = await audioDevices(kind).catch(() => []);
      if (shown) setDevices(found);
    };
    void look();
    navigator.mediaDevices.addEventListener('devicechange', look);
    return () => {
      shown = false;
      navigator.mediaDevices.removeEventListener('devicechange', look);
    };
  }, [kind]);

  function pick(deviceId: string) {
    setPicked(deviceId);
    void chooseDevice(kind, deviceId);
  }

  if (devices.length === 0) return null;
  const isThere = devices.some(({ deviceId }) => deviceId === picked);
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={isThere ? picked : devices[0]?.deviceId}
        onChange={({ currentTarget }) => pick(currentTarget.value)}
        className="h-11 w-full min-w-0 rounded-xl border border-line-strong bg-paper px-3 text-ink"
      >
        {devices.map(({ deviceId, label: name }, place) => (
          <option key={deviceId} value={deviceId}>
            {name || `${label} ${place + 1}`}
          </option>
        ))}
      </select>
    </div>
  );
}
