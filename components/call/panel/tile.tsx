'use client';

import { Download, Share2 } from 'lucide-react';
import { useId, useMemo } from 'react';
import { saveFile } from '@/components/ui/save-file';
import { girihTile } from '@/lib/girih-tile';
import type { VoiceChatStrings } from '../strings';

export const smallButton =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 text-sm font-medium hover:bg-paper-sunk disabled:opacity-50';

const name = 'ovoz-girih';

/** The tile as a file: PNG, which every phone and messenger shows; SVG where the browser draws none. */
async function pictureOf(svg: string): Promise<File> {
  const vector = new File([svg], `${name}.svg`, { type: 'image/svg+xml' });
  const address = URL.createObjectURL(vector);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return png ? new File([png], `${name}.png`, { type: png.type }) : vector;
  } catch {
    return vector;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Saves the tile where sharing fails, as in some in-app browsers. A visitor who cancels gets nothing. */
export async function shareOrKeep(data: ShareData, keep: () => Promise<void>): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await keep();
  }
}

/** The visitor's voice as a girih tile, to keep and to share. */
export function Tile({ strings, voice }: { strings: VoiceChatStrings; voice: readonly number[] }) {
  const svg = useMemo(() => girihTile(voice), [voice]);
  const caption = useId();
  const canShare = typeof navigator.share === 'function';

  async function keep() {
    const picture = await pictureOf(svg);
    saveFile(picture, picture.name);
  }

  async function share() {
    const files = [await pictureOf(svg)];
    // Some browsers share addresses and no files, and cannot be asked.
    const data =
      'canShare' in navigator && navigator.canShare({ files }) ? { files } : { url: location.origin };
    await shareOrKeep({ title: strings.voice_chat_tile, ...data }, keep);
  }

  return (
    <figure aria-labelledby={caption} className="flex items-center gap-3">
      <div
        aria-hidden
        dangerouslySetInnerHTML={{ __html: svg }}
        className="size-24 shrink-0 overflow-hidden rounded-xl border border-line *:size-full"
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <p id={caption} className="min-w-40 flex-1 text-sm text-pretty">
          {strings.voice_chat_tile}
        </p>
        <button type="button" onClick={() => void keep()} className={smallButton}>
          <Download aria-hidden className="size-4" />
          {strings.voice_chat_tile_keep}
        </button>
        {canShare && (
          <button type="button" onClick={() => void share()} className={smallButton}>
            <Share2 aria-hidden className="size-4" />
            {strings.voice_chat_tile_share}
          </button>
        )}
      </div>
    </figure>
  );
}
