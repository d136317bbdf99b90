import { chromium, type LaunchOptions } from 'playwright';
import { findProgram } from '../lib/server/platform/find-program.mjs';

/** In order of preference. */
export const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** CHROMIUM_PATH, else the Chromium on PATH, else Playwright's own, which may not be installed. */
export function findBrowser(): string {
  return process.env.CHROMIUM_PATH ?? findProgram(chromiumNames) ?? chromium.executablePath();
}

/** Chromium's sandbox refuses root; containers have little shared memory. */
const plainArgs = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'];

interface MicrophoneSettings {
  /** A WAV file that the microphone plays in a loop. */
  wav?: string;
  isMicrophoneAllowed?: boolean;
}

/** The first hides this machine's address from its own media server; the others double the time to open a window. */
const unwantedFeatures = ['WebRtcHideLocalIpsWithMdns', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A full Chromium that can reach a media server on this machine; the headless shell has no microphone. */
export function browserOptions({ wav, isMicrophoneAllowed = true }: MicrophoneSettings = {}): LaunchOptions {
  return {
    executablePath: findBrowser(),
    args: [
      ...plainArgs,
      '--use-fake-device-for-media-stream',
      ...(isMicrophoneAllowed ? ['--use-fake-ui-for-media-stream'] : []),
      ...(wav === undefined ? [] : [`--use-file-for-fake-audio-capture=${wav}`]),
      '--autoplay-policy=no-user-gesture-required',
      `--disable-features=${unwantedFeatures.join()}`,
      '--disable-quic',
    ],
  };
}
