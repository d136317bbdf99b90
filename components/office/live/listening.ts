import { Room, RoomEvent, Track } from 'livekit-client';
import { RequestFailure } from '@/lib/api-client';
import { isAgent, isLoopback } from '@/components/call/adapters/livekit';
import { type TokenResponse, liveKitNames } from '@/lib/contracts/token';

/** Longer captions, such as a manipulated browser may send, are cut. */
const maxWordsChars = 2_000;

export interface LiveWords {
  speaker: 'agent' | 'visitor';
  text: string;
}

interface LiveListener {
  /** The words of the current utterance so far. */
  onWords: (words: LiveWords) => void;
  /** The first sound of the call arrives some seconds after the connection. */
  onSound?: () => void;
  /** The connection has ended. A connection that fails at its start rejects instead. */
  onEnd: () => void;
}

/** Plays a call and reports its words until the returned function is called. @throws what livekit-client throws */
export async function listenIn(
  { serverUrl = '', token }: TokenResponse,
  { onWords, onSound, onEnd }: LiveListener,
): Promise<() => Promise<void>> {
  const room = new Room();
  room
    .on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind !== Track.Kind.Audio) return;
      const audio = track.attach();
      if (onSound) audio.addEventListener('playing', onSound, { once: true });
      document.body.append(audio);
    })
    .on(RoomEvent.TrackUnsubscribed, (track) => track.detach().forEach((element) => element.remove()));
  room.registerTextStreamHandler(liveKitNames.captionTopic, async (reader, { identity }) => {
    const speaker = isAgent(identity) ? 'agent' : 'visitor';
    await readWords(reader, (text) => onWords({ speaker, text }));
  });
  await room.connect(serverUrl, token, isLoopback(serverUrl) ? { rtcConfig: { iceServers: [] } } : {});
  room.once(RoomEvent.Disconnected, onEnd);
  return async () => {
    room.removeAllListeners();
    for (const { trackPublications } of room.remoteParticipants.values())
      for (const { track } of trackPublications.values())
        for (const element of track?.detach() ?? []) element.remove();
    await room.disconnect();
  };
}

/** Reports the text so far with each piece of a stream. A stream that breaks off is no error. */
export async function readWords(
  pieces: AsyncIterable<string>,
  onText: (text: string) => void,
): Promise<void> {
  let text = '';
  try {
    for await (const piece of pieces) {
      text = (text + piece).slice(0, maxWordsChars);
      onText(text);
    }
  } catch {
    // LiveKit throws if the sender leaves in the middle.
  }
}

const agentSpeaksWithinMs = 20_000;

/** Returns the agent's first sentence in a room. @throws RequestFailure if none comes */
export async function hearAgent(grant: TokenResponse): Promise<string> {
  const firstSentence = Promise.withResolvers<string>();
  const fail = () => firstSentence.reject(new RequestFailure('calls_unreachable'));
  const leave = await listenIn(grant, {
    onWords: ({ text }) => /[.!?]\s*$/.test(text) && firstSentence.resolve(text.trim()),
    onEnd: fail,
  }).catch((cause: unknown) => {
    throw new RequestFailure('calls_unreachable', { cause });
  });
  const timer = setTimeout(fail, agentSpeaksWithinMs);
  try {
    return await firstSentence.promise;
  } finally {
    clearTimeout(timer);
    await leave();
  }
}
