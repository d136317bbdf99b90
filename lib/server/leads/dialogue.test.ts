import { describe, expect, test } from 'vitest';
import { type ToldTurn, heardDialogue, medianWaitS, recordingOffsetS, toldDialogue } from './dialogue';

const turn = (
  speaker: ToldTurn['speaker'],
  fromS: number,
  toS: number,
  more: Partial<ToldTurn> = {},
): ToldTurn => ({ speaker, fromS, toS, text: null, topic: null, ...more });

/** The agent's clock stands 1000 s beside the recording. */
const told = [
  turn('agent', 1000, 1003, { text: 'Ismingiz nima?', topic: 'name' }),
  turn('visitor', 1004, 1005.2, { topic: 'name' }),
  turn('agent', 1006, 1008, { text: 'Kasbingiz nima?', topic: 'profession' }),
];
const heard = {
  agent: [
    { fromS: 0.4, toS: 1.9 },
    { fromS: 2.1, toS: 3.4 },
    { fromS: 6.4, toS: 8.4 },
  ],
  visitor: [
    { fromS: 4.4, toS: 4.9 },
    { fromS: 5.3, toS: 5.9 },
    { fromS: 9.4, toS: 10 },
  ],
};

describe('recordingOffsetS', () => {
  test('finds the shift at which what was told covers what is heard', () => {
    expect(
      recordingOffsetS(
        told.filter((t) => t.speaker === 'agent'),
        heard.agent,
      ),
    ).toBeCloseTo(-999.6);
  });

  test('is not misled by a greeting of which only the end was recorded', () => {
    const late = [{ fromS: 0, toS: 1.5 }, ...[{ fromS: 4.5, toS: 6.5 }]];
    expect(recordingOffsetS([turn('agent', 0, 3), turn('agent', 6, 8)], late)).toBeCloseTo(-1.5);
  });

  test('has nothing to say about silence', () => {
    expect(recordingOffsetS([turn('agent', 0, 3)], [])).toBeNull();
    expect(recordingOffsetS([], [{ fromS: 0, toS: 1 }])).toBeNull();
  });
});

describe('heardDialogue', () => {
  const passages = heardDialogue(told, heard);

  test('tells who spoke when, with the exact borders of the recording', () => {
    expect(passages.map(({ speaker, fromS, toS }) => [speaker, fromS, toS])).toEqual([
      ['agent', 0.4, 3.4],
      ['visitor', 4.4, 5.9],
      ['agent', 6.4, 8.4],
      ['visitor', 9.4, 10],
    ]);
  });

  test('a passage of the visitor answers the question before it, told or not', () => {
    expect(passages.filter((p) => p.speaker === 'visitor').map((p) => p.topic)).toEqual([
      'name',
      'profession',
    ]);
  });

  test('the wait for an answer is what the visitor heard', () => {
    expect(passages.map((p) => p.waitS)).toEqual([null, null, expect.closeTo(0.5), null]);
    expect(medianWaitS(passages)).toBeCloseTo(0.5);
  });

  test('a greeting answers nobody, also where the visitor spoke first', () => {
    const first = heardDialogue([turn('agent', 1, 4, { text: 'Assalomu alaykum!' })], {
      agent: [{ fromS: 1, toS: 4 }],
      visitor: [{ fromS: 0, toS: 1.5 }],
    });
    expect(first.map((p) => [p.speaker, p.waitS])).toEqual([
      ['visitor', null],
      ['agent', null],
    ]);
  });

  test('a pause in which the agent spoke ends the passage of the visitor', () => {
    const split = heardDialogue([turn('agent', 1, 1.4, { text: 'Ha' })], {
      agent: [{ fromS: 1, toS: 1.4 }],
      visitor: [
        { fromS: 0, toS: 0.8 },
        { fromS: 1.6, toS: 2 },
      ],
    });
    expect(split.map((p) => p.speaker)).toEqual(['visitor', 'agent', 'visitor']);
  });
});

test('a silent agent channel leaves times of the call, not of the clock', () => {
  const silent = heardDialogue(told, { agent: [], visitor: heard.visitor });
  expect(silent.map(({ fromS }) => fromS)).toEqual([0, 4.4, 6, 9.4]);
});

test('toldDialogue begins with the first turn', () => {
  expect(toldDialogue(told).map((p) => p.fromS)).toEqual([0, 4, 6]);
  expect(toldDialogue([])).toEqual([]);
});

test('medianWaitS of no answer is null, of two their middle', () => {
  expect(medianWaitS([])).toBeNull();
  const [agent] = heardDialogue(told, heard);
  if (!agent) throw new Error('no passage');
  expect(
    medianWaitS([
      { ...agent, waitS: 1 },
      { ...agent, waitS: 2 },
    ]),
  ).toBe(1.5);
});
