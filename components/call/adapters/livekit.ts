import { LoggerNames, isBrowserSupported, setLogLevel } from 'livekit-client';

/** True for a media server on this machine, which is reached without STUN. */
export function isLoopback(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

export function hasWebRtc(): boolean {
  return isBrowserSupported();
}

setLogLevel('error');
// The engine logs data channels that close at each normal end; a lost connection has its own event.
setLogLevel('silent', LoggerNames.Engine);
