/**
 * A recording keeps the visitor in its left channel and the agent in its right one. This sends both, each at full
 * level, to the middle; a recording of one channel stays as it is. `open` has to be called from a click before
 * playing: until the browser lets sound through, the element plays by itself, in two channels, rather than not at all.
 */
export function middleOutput(audio: HTMLAudioElement): { open: () => Promise<void>; close: () => void } {
  let context: AudioContext | null = null;
  let connected = false;

  async function open(): Promise<void> {
    if (typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    if (context.state !== 'running') await context.resume();
    if (connected || context.state !== 'running') return;
    connected = true;
    const source = context.createMediaElementSource(audio);
    const channels = context.createChannelSplitter(2);
    const middle = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
    source.connect(channels);
    channels.connect(middle, 0);
    channels.connect(middle, 1);
    middle.connect(context.destination);
  }

  return { open, close: () => void context?.close() };
}
