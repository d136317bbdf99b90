export type AudioContainer = 'webm' | 'ogg' | 'mp4' | 'wav' | 'mp3';

interface ContainerFacts {
  /** The content type under which a file of this kind is stored and served. */
  mime: string;
  /** The ending of its name, without the dot. */
  extension: string;
}

export const containerFacts: Record<AudioContainer, ContainerFacts> = {
  webm: { mime: 'audio/webm', extension: 'webm' },
  ogg: { mime: 'audio/ogg', extension: 'ogg' },
  mp4: { mime: 'audio/mp4', extension: 'm4a' },
  wav: { mime: 'audio/wav', extension: 'wav' },
  mp3: { mime: 'audio/mpeg', extension: 'mp3' },
};

/** How many bytes of a file's beginning `audioContainer` looks at. */
export const containerHeadBytes = 64;

/** Detects a file's type by its first bytes, not its name or content type; null if unsupported. */
export function audioContainer(bytes: Uint8Array): AudioContainer | null {
  const head = bytes.subarray(0, containerHeadBytes);
  const text = String.fromCharCode(...head);
  if (text.startsWith('\x1a\x45\xdf\xa3')) return text.includes('webm') ? 'webm' : null;
  if (text.startsWith('OggS')) return 'ogg';
  if (text.startsWith('ftyp', 4)) return 'mp4';
  if (text.startsWith('RIFF') && text.startsWith('WAVE', 8)) return 'wav';
  if (text.startsWith('ID3') || isMp3Frame(head)) return 'mp3';
  return null;
}

/** The header of an MPEG audio frame: ISO 11172-3, 2.4.1.3, layer III only (AAC in ADTS has layer 0). */
function isMp3Frame(head: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = head;
  const hasSync = first === 0xff && (second & 0xe0) === 0xe0;
  const isKnownVersion = (second & 0x18) !== 0x08;
  const isLayerThree = (second & 0x06) === 0x02;
  const bitrate = third >> 4;
  const isKnownRate = (third & 0x0c) !== 0x0c;
  return hasSync && isKnownVersion && isLayerThree && bitrate > 0 && bitrate < 15 && isKnownRate;
}
