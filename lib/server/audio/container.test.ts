import { describe, expect, it } from 'vitest';
import { audioContainer } from './container.ts';

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('audioContainer', () => {
  it.each([
    [
      'webm',
      '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm',
    ],
    ['ogg', 'OggS\x00\x02'],
    ['mp4', '\x00\x00\x00\x1cftypiso5'],
    ['wav', 'RIFF\x24\x00\x00\x00WAVEfmt '],
    ['mp3', 'ID3\x04\x00\x00'],
    ['mp3', '\xff\xfb\x90\x64'],
    ['mp3', '\xff\xf3\x40\xc4'],
  ])('names %s', (container, head) => {
    expect(audioContainer(ascii(head))).toBe(container);
  });

  it.each([
    ['nothing', ''],
    ['text', 'hello, this is no recording at all'],
    ['a page', '<!doctype html><html>'],
    ['another EBML document', '\x1a\x45\xdf\xa3\x93\x42\x82\x88matroska'],
    ['RIFF of another kind', 'RIFF\x24\x00\x00\x00AVI LIST'],
    ['AAC in ADTS', '\xff\xf1\x50\x80'],
    ['a beginning cut off', '\x1a\x45'],
    ['a frame with a forbidden rate', '\xff\xfb\x9c\x00'],
  ])('refuses %s', (_, head) => {
    expect(audioContainer(ascii(head))).toBeNull();
  });
});
