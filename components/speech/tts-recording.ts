import { demoAudioTypes, demoDelayMs, type DemoText } from '@/lib/demo-texts';
import { speechRateHz } from '@/lib/speech-limits';

/**
 * The recording of a demo text as samples; it comes as late as a real synthesis would (spec.md section 5).
 * @throws Error if it cannot be fetched or decoded
 */
export async function recordingOf(demo: DemoText, signal: AbortSignal): Promise<Int16Array> {
  const delay = new Promise((resolve) => setTimeout(resolve, demoDelayMs(demo.text)));
  const [samples] = await Promise.all([fetchRecording(`${demo.audio}${playableEnding()}`, signal), delay]);
  return samples;
}

function playableEnding(): string {
  const player = document.createElement('audio');
  const playable = Object.entries(demoAudioTypes).find(([, type]) => player.canPlayType(type) !== '');
  return playable?.[0] ?? '.m4a';
}

async function fetchRecording(url: string, signal: AbortSignal): Promise<Int16Array> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`No recording: ${response.status}`);
  const context = new OfflineAudioContext(1, 1, speechRateHz);
  const decoded = await context.decodeAudioData(await response.arrayBuffer());
  return Int16Array.from(decoded.getChannelData(0), (value) =>
    Math.round(Math.max(-1, Math.min(1, value)) * 32_767),
  );
}
