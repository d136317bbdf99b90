'use client';

import { Download, Share2 } from 'lucide-react';
import { use, useId, useMemo } from 'react';
import { saveFile } from '@/components/ui/save-file';
import { girihTile } from '@/lib/girih-tile';
import type { CallPanelStrings } from '../strings';
import { PanelMotionContext } from './panel-motion';

const smallButton =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 text-sm font-medium hover:bg-paper-sunk disabled:opacity-50';

const fileName = 'ovoz-girih';

/** Returns the tile as a PNG file, which every phone and messenger shows, or as SVG if the browser cannot draw a PNG. */
async function pictureOf(svg: string): Promise<File> {
  const vector = new File([svg], `${fileName}.svg`, { type: 'image/svg+xml' });
  const objectUrl = URL.createObjectURL(vector);
  try {
    const image = new Image();
    image.src = objectUrl;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return png ? new File([png], `${fileName}.png`, { type: png.type }) : vector;
  } catch {
    return vector;
  } finally {
    URL.revokeObjectURL(objectUrl);
  }
}

/** Not failures: the visitor cancels, or presses again while the first sheet is open. */
const shareEnds = ['AbortError', 'InvalidStateError'];

/** Saves the tile if sharing fails, as in some in-app browsers. */
export async function shareOrSave(data: ShareData, save: () => Promise<void>): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    if (!(error instanceof DOMException && shareEnds.includes(error.name))) await save();
  }
}

interface TileProps {
  strings: CallPanelStrings;
  /** The loudness over the call, 0 to 1. Null until the recording is ready; the towers fold into an empty tile. */
  voice: readonly number[] | null;
}

/** The visitor's voice as a girih tile, to save and to share. */
export function Tile({ strings, voice }: TileProps) {
  const { Tile: TileFrame } = use(PanelMotionContext);
  const svg = useMemo(() => (voice === null ? '' : girihTile(voice)), [voice]);
  const caption = useId();
  const isShareSupported = typeof navigator.share === 'function';

  async function save() {
    const picture = await pictureOf(svg);
    saveFile(picture, picture.name);
  }

  async function share() {
    const files = [await pictureOf(svg)];
    // Some browsers can share only a URL, and lack `navigator.canShare`.
    const data =
      'canShare' in navigator && navigator.canShare({ files }) ? { files } : { url: location.origin };
    await shareOrSave({ title: strings.voice_chat_tile, ...data }, save);
  }

  return (
    <figure aria-labelledby={caption} className="grid justify-items-center gap-2">
      <TileFrame>
        <div
          aria-hidden
          dangerouslySetInnerHTML={{ __html: svg }}
          className="aspect-square overflow-hidden rounded-2xl border border-line bg-night *:size-full *:transition-opacity starting:*:opacity-0"
        />
      </TileFrame>
      <figcaption id={caption} className="text-center text-sm text-pretty text-ink-soft">
        {strings.voice_chat_tile}
      </figcaption>
      <div className="flex min-h-11 flex-wrap justify-center gap-2">
        {svg !== '' && (
          <button type="button" onClick={() => void save()} className={smallButton}>
            <Download aria-hidden className="size-4" />
            {strings.voice_chat_tile_keep}
          </button>
        )}
        {svg !== '' && isShareSupported && (
          <button type="button" onClick={() => void share()} className={smallButton}>
            <Share2 aria-hidden className="size-4" />
            {strings.voice_chat_tile_share}
          </button>
        )}
      </div>
    </figure>
  );
}
