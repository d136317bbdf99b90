import { describe, expect, test } from 'vitest';
import { readWav } from './read-wav.ts';

const samples = Int16Array.from({ length: 1000 }, (_, at) => (at * 37) % 30_000);
const sound = Buffer.from(samples.buffer);

function chunk(id: string, content: Buffer, size = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function format({ code = 1, channels = 1, rateHz = 22_050, bits = 16 } = {}): Buffer {
  const content = Buffer.alloc(16);
  content.writeUInt16LE(code, 0);
  content.writeUInt16LE(channels, 2);
  content.writeUInt32LE(rateHz, 4);
  content.writeUInt16LE(bits, 14);
  return chunk('fmt ', content);
}

function wav(...chunks: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1'), ...chunks]);
}

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(bytes: Buffer, size: number) {
  const { sampleRateHz, samples: stream } = await readWav(cut(bytes, size));
  const all: number[] = [];
  for await (const piece of stream) all.push(...piece);
  return { sampleRateHz, samples: Int16Array.from(all) };
}

describe('readWav', () => {
  test.each([1, 3, 44, 45, 1000, 100_000])('gives the same samples from pieces of %i bytes', async (size) => {
    const file = wav(format(), chunk('LIST', Buffer.from('odd')), chunk('data', sound));
    expect(await collect(file, size)).toEqual({ sampleRateHz: 22_050, samples });
  });

  test.each([0, 0x7fff_f000, 0xffff_ffff])('reads to the end where the size is %i', async (size) => {
    expect((await collect(wav(format(), chunk('data', sound, size)), 100)).samples).toEqual(samples);
  });

  test('takes no chunk behind the sound for sound', async () => {
    const file = wav(format(), chunk('data', sound), chunk('LIST', Buffer.from('a title')));
    expect((await collect(file, 7)).samples).toEqual(samples);
  });

  test('a file with no samples has none', async () => {
    expect((await collect(wav(format(), chunk('data', Buffer.alloc(0))), 10)).samples).toHaveLength(0);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><p>Bad gateway</p>')],
    ['a header that stops', wav(format()).subarray(0, 30)],
    ['no format', wav(chunk('data', sound))],
    ['two channels', wav(format({ channels: 2 }), chunk('data', sound))],
    ['8 bits', wav(format({ bits: 8 }), chunk('data', sound))],
    ['another coding', wav(format({ code: 85 }), chunk('data', sound))],
    ['no rate', wav(format({ rateHz: 0 }), chunk('data', sound))],
    ['a chunk without end', wav(chunk('LIST', Buffer.alloc(100_000), 0xffff_fff0))],
  ])('refuses %s', async (_, bytes) => {
    await expect(readWav(cut(bytes, 1000))).rejects.toMatchObject({ code: 'speech_failed' });
  });

  test('ends its source when nobody listens any longer', async () => {
    let ended = false;
    async function* source() {
      try {
        for (;;) yield wav(format(), chunk('data', sound, 0));
      } finally {
        ended = true;
      }
    }
    const { samples: stream } = await readWav(source());
    for await (const piece of stream) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(ended).toBe(true);
  });
});
