import { describe, expect, test } from 'vitest';
import {
  type ReportedTurn,
  recordedDialogue,
  medianWaitS,
  recordingOffsetS,
  reportedDialogue,
} from './dialogue';

const turn = (
  speaker: ReportedTurn['speaker'],
  fromS: number,
  toS: number,
  more: Partial<ReportedTurn> = {},
): ReportedTurn => ({ speaker, fromS, toS, text: null, topic: null, ...more });

/** The agent's clock is 999.6 s ahead of the recording's. */
const reported = [
  turn('agent', 1000, 1003, { text: 'Ismingiz nima?', topic: 'name' }),
  turn('visitor', 1004, 1005.2, { topic: 'name' }),
  turn('agent', 1006, 1008, { text: 'Kasbingiz nima?', topic: 'profession' }),
];
const segments = {
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
  test('finds the shift at which the reported turns cover the sound', () => {
    expect(
      recordingOffsetS(
        reported.filter((t) => t.speaker === 'agent'),
        segments.agent,
      ),
    ).toBeCloseTo(-999.6);
  });

  test('is right even if only the end of the greeting was recorded', () => {
    const late = [
      { fromS: 0, toS: 1.5 },
      { fromS: 4.5, toS: 6.5 },
    ];
    expect(recordingOffsetS([turn('agent', 0, 3), turn('agent', 6, 8)], late)).toBeCloseTo(-1.5);
  });

  test('is found soon, also in an hour of blips', () => {
    const turns = Array.from({ length: 200 }, (_, at) => turn('agent', 1000 + 18 * at, 1004 + 18 * at));
    const blips = Array.from({ length: 5000 }, (_, at) => ({ fromS: 0.72 * at, toS: 0.72 * at + 0.12 }));
    expect(recordingOffsetS(turns, blips)).not.toBeNull();
  });

  test('is null for silence', () => {
    expect(recordingOffsetS([turn('agent', 0, 3)], [])).toBeNull();
    expect(recordingOffsetS([], [{ fromS: 0, toS: 1 }])).toBeNull();
  });
});

describe('recordedDialogue', () => {
  const passages = recordedDialogue(reported, segments);

  test('takes the borders of each passage from the recording', () => {
    expect(passages.map(({ speaker, fromS, toS }) => [speaker, fromS, toS])).toEqual([
      ['agent', 0.4, 3.4],
      ['visitor', 4.4, 5.9],
      ['agent', 6.4, 8.4],
      ['visitor', 9.4, 10],
    ]);
  });

  test('a passage of the visitor answers the question before it, reported or not', () => {
    expect(passages.filter((p) => p.speaker === 'visitor').map((p) => p.topic)).toEqual([
      'name',
      'profession',
    ]);
  });

  test('the wait for an answer is the silence that the visitor heard', () => {
    expect(passages.map((p) => p.waitS)).toEqual([null, null, expect.closeTo(0.5), null]);
    expect(medianWaitS(passages)).toBeCloseTo(0.5);
  });

  test('there is no wait after a typed text, or if the agent talks over the visitor', () => {
    const agent = [turn('agent', 0, 2), turn('agent', 4, 5), turn('agent', 7, 9)];
    const typed = turn('visitor', 3.9, 3.9, { text: 'Akmal' });
    const found = recordedDialogue([...agent, typed], {
      agent: agent.map(({ fromS, toS }) => ({ fromS, toS })),
      visitor: [{ fromS: 6, toS: 7.5 }],
    });
    expect(found.map(({ speaker, waitS }) => [speaker, waitS])).toEqual([
      ['agent', null],
      ['visitor', null],
      ['agent', null],
      ['visitor', null],
      ['agent', null],
    ]);
  });

  test('a greeting has no wait, even if the visitor spoke first', () => {
    const first = recordedDialogue([turn('agent', 1, 4, { text: 'Assalomu alaykum!' })], {
      agent: [{ fromS: 1, toS: 4 }],
      visitor: [{ fromS: 0, toS: 1.5 }],
    });
    expect(first.map((p) => [p.speaker, p.waitS])).toEqual([
      ['visitor', null],
      ['agent', null],
    ]);
  });

  test('a pause in which the agent spoke ends the passage of the visitor', () => {
    const split = recordedDialogue([turn('agent', 1, 1.4, { text: 'Ha' })], {
      agent: [{ fromS: 1, toS: 1.4 }],
      visitor: [
        { fromS: 0, toS: 0.8 },
        { fromS: 1.6, toS: 2 },
      ],
    });
    expect(split.map((p) => p.speaker)).toEqual(['visitor', 'agent', 'visitor']);
  });
});

describe('the reported words of the visitor', () => {
  const question = turn('agent', 0, 2, { text: 'Ismingiz nima?', topic: 'name' });
  const sound = { agent: [{ fromS: 0, toS: 2 }], visitor: [{ fromS: 3, toS: 6 }] };
  const visitorPassages = (turns: ReportedTurn[], visitor = sound.visitor) =>
    recordedDialogue([question, ...turns], { ...sound, visitor })
      .filter(({ speaker }) => speaker === 'visitor')
      .map(({ text, fromS, toS }) => [text, fromS, toS]);

  test('stay at their time if they were typed, because they have no sound', () => {
    expect(visitorPassages([turn('visitor', 3, 3, { text: 'Akmal' })], [])).toEqual([['Akmal', 3, 3]]);
    const typed = turn('visitor', 7, 7, { text: '90 123 45 67' });
    const spoken = [turn('visitor', 3, 6, { text: 'Men Akmalman' }), turn('visitor', 9, 10, { text: 'ha' })];
    const visitor = [...sound.visitor, { fromS: 8.9, toS: 10.1 }];
    expect(visitorPassages([...spoken, typed], visitor)).toEqual([
      ['Men Akmalman', 3, 6],
      ['90 123 45 67', 7, 7],
      ['ha', 8.9, 10.1],
    ]);
  });

  test('stay at their time if they were typed during speech, which appears once', () => {
    const typed = turn('visitor', 4, 4.01, { text: '90 123 45 67' });
    expect(visitorPassages([turn('visitor', 3, 6, { text: 'Men Akmalman' }), typed])).toEqual([
      ['Men Akmalman', 3, 6],
      ['90 123 45 67', 4, 4.01],
    ]);
  });

  test('stay with their turn if two turns share a stretch of sound', () => {
    const clinic = turn('visitor', 3.1, 4.2, { text: 'I run a clinic in Tashkent' });
    const number = turn('visitor', 4.8, 5.9, { text: 'and my number is 90 123' });
    expect(visitorPassages([clinic, number])).toEqual([
      ['I run a clinic in Tashkent', 3, 4.5],
      ['and my number is 90 123', 4.5, 6],
    ]);
  });

  test('appear once if one turn has two stretches of sound', () => {
    const whole = turn('visitor', 3, 7.5, { text: 'I am a doctor and I own a clinic' });
    const stretches = [
      { fromS: 3.1, toS: 4.5 },
      { fromS: 5.8, toS: 7.4 },
    ];
    expect(visitorPassages([whole], stretches)).toEqual([['I am a doctor and I own a clinic', 3.1, 7.4]]);
  });

  test('leave the rest of the channel for recognition', () => {
    const late = turn('visitor', 5, 6, { text: 'Akmal' });
    expect(visitorPassages([late])).toEqual([
      [null, 3, 5],
      ['Akmal', 5, 6],
    ]);
    const unrecognized = turn('visitor', 3, 4.4);
    expect(visitorPassages([unrecognized, turn('visitor', 4.6, 6, { text: 'Akmal' })])).toEqual([
      [null, 3, 4.5],
      ['Akmal', 4.5, 6],
    ]);
  });

  test('find their sound although the clocks differ a little', () => {
    expect(visitorPassages([turn('visitor', 2.6, 2.9, { text: 'Ha' })], [{ fromS: 3, toS: 3.4 }])).toEqual([
      ['Ha', 3, 3.4],
    ]);
  });
});

test('a silent agent channel gives times relative to the call, not to the clock', () => {
  const silent = recordedDialogue(reported, { agent: [], visitor: segments.visitor });
  expect(silent.map(({ fromS }) => fromS)).toEqual([0, 4.4, 6, 9.4]);
});

test('reportedDialogue begins with the first turn', () => {
  expect(reportedDialogue(reported).map((p) => p.fromS)).toEqual([0, 4, 6]);
  expect(reportedDialogue([])).toEqual([]);
});

test('medianWaitS is null without answers, and the mean of two', () => {
  expect(medianWaitS([])).toBeNull();
  const [agent] = recordedDialogue(reported, segments);
  if (!agent) throw new Error('no passage');
  expect(
    medianWaitS([
      { ...agent, waitS: 1 },
      { ...agent, waitS: 2 },
    ]),
  ).toBe(1.5);
});
