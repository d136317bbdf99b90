'use client';

import { createContext, use, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPlayer, type Player } from './player';
import {
  idlePlayback,
  initialPlayerState,
  playbackOf,
  type Playback,
  type PlayerSettings,
} from './player-state';

const PlayerContext = createContext<Player | null>(null);

/** Gives the page its only player and audio element. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [player] = useState(createPlayer);
  const attach = useCallback((audio: HTMLAudioElement) => player.attach(audio), [player]);
  return (
    <PlayerContext value={player}>
      {children}
      <audio ref={attach} preload="metadata" />
    </PlayerContext>
  );
}

export function usePlayer(): Player {
  const player = use(PlayerContext);
  if (player === null) throw new Error('usePlayer outside of PlayerProvider');
  return player;
}

/** The playback of one recording; re-renders only when it changes. */
export function usePlayback(recordingId: string): Playback {
  const player = usePlayer();
  return useSyncExternalStore(
    player.subscribe,
    () => playbackOf(player.state(), recordingId),
    () => idlePlayback,
  );
}

export function usePlayerSettings(): PlayerSettings {
  const player = usePlayer();
  return useSyncExternalStore(
    player.subscribe,
    () => player.state().settings,
    () => initialPlayerState.settings,
  );
}
