import { describe, expect, it } from 'vitest';
import { RequestFailure } from '@/lib/api-client';
import type { FixedSentence } from '@/lib/contracts/owner-voice';
import { type Sitting, type Take, nextToRead, sittingReducer } from './sitting';

const take: Take = {
  sentence: { language: 'en', text: 'Hello!' },
  file: new Blob(),
  name: 'recording.webm',
  sound: { durationS: 1, problems: [], audio: '' },
};
const after = (events: Parameters<typeof sittingReducer>[1][], from: Sitting = start) =>
  events.reduce(sittingReducer, from);
const start: Sitting = { index: 0, phase: { name: 'ready' } };
const spoken = [{ type: 'open' }, { type: 'opened' }, { type: 'recorded' }] as const;

describe('a sentence that is read', () => {
  it('is recorded, checked, and saved', () => {
    expect(after([...spoken]).phase.name).toBe('checking');
    expect(after([...spoken, { type: 'checked', take }]).phase).toEqual({ name: 'checked', take });
    const saving = after([...spoken, { type: 'checked', take }, { type: 'save' }]);
    expect(saving.phase.name).toBe('saving');
    expect(after([{ type: 'move', to: 1 }], saving)).toEqual({ index: 1, phase: { name: 'ready' } });
  });

  it('can be read again, or come from a file', () => {
    const checked = after([...spoken, { type: 'checked', take }]);
    expect(after([{ type: 'open' }], checked).phase.name).toBe('opening');
    expect(after([{ type: 'recorded' }], checked).phase.name).toBe('checking');
    expect(after([{ type: 'recorded' }]).phase.name).toBe('checking');
  });

  it('stays if saving fails, and is read again if checking fails', () => {
    const fault = new RequestFailure('network');
    const saving = after([...spoken, { type: 'checked', take }, { type: 'save' }]);
    expect(after([{ type: 'failed', fault }], saving).phase).toEqual({ name: 'checked', take, fault });
    expect(after([...spoken, { type: 'failed', fault }]).phase).toEqual({ name: 'ready', fault });
    expect(after([{ type: 'open' }, { type: 'failed', fault: 'denied' }]).phase).toEqual({
      name: 'ready',
      fault: 'denied',
    });
  });

  it('is not recorded twice at once, and late events change nothing', () => {
    const recording = after([{ type: 'open' }, { type: 'opened' }]);
    expect(after([{ type: 'open' }], recording)).toBe(recording);
    expect(after([{ type: 'checked', take }], recording)).toBe(recording);
    expect(after([{ type: 'opened' }])).toBe(start);
    expect(after([{ type: 'save' }])).toBe(start);
    expect(after([{ type: 'cancel' }], recording)).toEqual(start);
  });
});

it.each([
  [0, [null, null], 1],
  [0, [null, 'r', null], 2],
  [2, [null, 'r', null], 0],
  [1, ['r', null], 2],
  [0, ['r'], 1],
])(
  'after index %i of %j the next index to read is %i, the length if none is left',
  (index, recorded, next) => {
    const sentences = recorded.map((id): FixedSentence => ({
      language: 'en',
      text: 'Hello!',
      recording: id === null ? null : { id, durationS: 1, problems: [], recordedAt: '' },
    }));
    expect(nextToRead(sentences, index)).toBe(next);
  },
);
