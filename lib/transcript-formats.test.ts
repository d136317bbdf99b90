import { expect, test } from 'vitest';
import { formatTranscript, type SpokenLine } from './transcript-formats';

const names = { agent: 'Agent', visitor: 'Visitor' };
const lines: SpokenLine[] = [
  { speaker: 'agent', fromS: 0.4, toS: 3.4, text: 'Ismingiz nima?' },
  { speaker: 'visitor', fromS: 3661.0005, toS: 3662, text: null },
];

test('plain text has a line with time and speaker for each passage', () => {
  expect(formatTranscript(lines, 'txt', names)).toBe(
    '[00:00:00.400] Agent: Ismingiz nima?\n[01:01:01.001] Visitor: …\n',
  );
});

test('SubRip has numbered cues', () => {
  expect(formatTranscript(lines, 'srt', names)).toBe(
    '1\n00:00:00,400 --> 00:00:03,400\nAgent: Ismingiz nima?\n\n2\n01:01:01,001 --> 01:01:02,000\nVisitor: …\n\n',
  );
});

test('WebVTT escapes markup and cue times in the words', () => {
  const hostile: SpokenLine = {
    speaker: 'visitor',
    fromS: 1,
    toS: 2,
    text: 'a\n\n00:00:09.000 --> 00:00:10.000\n<b>x</b> & y',
  };
  expect(formatTranscript([hostile], 'vtt', names)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Visitor>a 00:00:09.000 --&gt; 00:00:10.000 &lt;b&gt;x&lt;/b&gt; &amp; y\n\n',
  );
});
