import { type Browser, chromium, type LaunchOptions } from 'playwright';
import { findProgram } from '../lib/server/platform/find-program.mjs';

export const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** CHROMIUM_PATH, the Chromium on PATH, or Playwright's own, if it was installed. */
export function findBrowser(): string {
  return process.env.CHROMIUM_PATH ?? findProgram(chromiumNames) ?? chromium.executablePath();
}

/** Chromium's sandbox refuses root; containers have little shared memory. */
const plainArgs = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: plainArgs });
}

interface MicrophoneSettings {
  /** A WAV file that the microphone hears, again and again. */
  wav?: string;
  /** Whether the browser gives the microphone when it is asked. */
  allowed?: boolean;
}

/**
 * The first hides this machine's address from its own media server. The others add a process to each window and double the time to open it.
 */
const unwantedFeatures = ['WebRtcHideLocalIpsWithMdns', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A whole Chromium (its headless shell has no microphone) that reaches a media server on this machine. */
export function browserOptions({ wav, allowed = true }: MicrophoneSettings = {}): LaunchOptions {
  return {
    executablePath: findBrowser(),
    args: [
      ...plainArgs,
      '--use-fake-device-for-media-stream',
      ...(allowed ? ['--use-fake-ui-for-media-stream'] : []),
      ...(wav === undefined ? [] : [`--use-file-for-fake-audio-capture=${wav}`]),
      '--autoplay-policy=no-user-gesture-required',
      `--disable-features=${unwantedFeatures.join()}`,
      '--disable-quic',
    ],
  };
}
