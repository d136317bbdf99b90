import type { LaunchOptions } from '@playwright/test';

interface Microphone {
  /** A WAV file that the microphone hears, again and again. */
  wav?: string;
  /** Whether the browser gives the microphone when it is asked. */
  allowed?: boolean;
}

/**
 * The first hides the address of this machine from its own media server. The others are the browser's own pages behind its address bar:
 * one more process for each window, and half of the time that a window takes.
 */
const unwantedFeatures = ['WebRtcHideLocalIpsWithMdns', 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A whole Chromium (its headless shell has no microphone) that reaches a media server on this machine. */
export function browserOptions({ wav, allowed = true }: Microphone = {}): LaunchOptions {
  return {
    executablePath: process.env.CHROMIUM_PATH ?? 'chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--use-fake-device-for-media-stream',
      ...(allowed ? ['--use-fake-ui-for-media-stream'] : []),
      ...(wav === undefined ? [] : [`--use-file-for-fake-audio-capture=${wav}`]),
      '--autoplay-policy=no-user-gesture-required',
      `--disable-features=${unwantedFeatures.join()}`,
      '--disable-quic',
      '--disable-dev-shm-usage',
    ],
  };
}
