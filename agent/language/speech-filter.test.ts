import { expect, test } from 'vitest';
import { SpeechFilter } from './speech-filter.ts';

function filtered(pieces: readonly string[]): string {
  const filter = new SpeechFilter();
  return [...pieces.map((each) => filter.pass(each)), filter.end()].join('');
}

const replies: [string, string][] = [
  ['**Great!** What do you sell?', 'Great! What do you sell?'],
  ['This is *very* important.', 'This is very important.'],
  ['*smiles warmly* Nice, Dilnoza.', 'Nice, Dilnoza.'],
  ['Понятно. *кивает* А как вас зовут?', 'Понятно. А как вас зовут?'],
  ['(kuladi) Zoʻr.', 'Zoʻr.'],
  ['Okay (a good one), go on.', 'Okay (a good one), go on.'],
  ['We have two. (Both are red.) Which one?', 'We have two. (Both are red.) Which one?'],
  ['[laughs] Right.', 'Right.'],
  ['[The visitor is silent. If you said goodbye, call end_call.] Hello?', 'Hello?'],
  ['[The visitor is silent.]', ''],
  ['See [our site](https://ovoz.uz) please.', 'See our site please.'],
  ['# Prices\n- one\n- two', 'Prices\none\ntwo'],
  ['<speak>Hi <break time="1s"/> there.</speak>', 'Hi  there.'],
  ['3 < 5, and 5 * 3 is 15, 10 - 12 too.', '3 < 5, and 5 * 3 is 15, 10 - 12 too.'],
  ['Call end_call, _please_.', 'Call end_call, please.'],
  ['What do you sell? 😊👍🏽', 'What do you sell? '],
  ['Good. 😊 (pauses) And you?', 'Good.  And you?'],
  ['Assistant: I see.', 'I see.'],
  ['As I said, (no end', 'As I said, (no end'],
  [`I see [${'long '.repeat(60)}`, `I see [${'long '.repeat(60)}`],
];

test.each(replies)('“%s” is said as “%s”', (reply, said) => expect(filtered([reply])).toBe(said));

test.each(replies)('“%s” is filtered the same way letter by letter', (reply, said) =>
  expect(filtered([...reply])).toBe(said),
);

test('plain words are passed on at once', () => {
  const filter = new SpeechFilter();
  expect(['Thank ', 'you, ', 'Dilnoza'].map((each) => filter.pass(each))).toEqual([
    'Thank ',
    'you, ',
    'Dilnoza',
  ]);
});
