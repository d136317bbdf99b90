import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlayerProvider } from '@/components/player/player-context';
import { messagesOf } from '@/lib/i18n/messages';
import type { Lead } from '@/lib/contracts/leads';
import { leadOf } from '../testing/lead';
import { RowFacts, RowWave } from './row-facts';

function markupOf(change: Partial<Lead>, part: 'facts' | 'wave' = 'facts'): string {
  const lead = leadOf(change);
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messagesOf.en}>
      <PlayerProvider>
        {part === 'facts' ? <RowFacts lead={lead} hasWords={false} /> : <RowWave lead={lead} />}
      </PlayerProvider>
    </NextIntlClientProvider>,
  );
}

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|');

test('length, language, answers and an early end are in the row; a completed call shows no end', () => {
  const facts = { duration: 84, language: 'ru' };
  expect(textOf(markupOf({ ...facts, interview: { end: 'visitor_left', answered: 3, questions: 4 } }))).toBe(
    '|visitor left|3/4|Answers: 3 of 4|ru|1:24|',
  );
  expect(textOf(markupOf({ ...facts, interview: { end: 'agent_closed', answered: 4, questions: 4 } }))).toBe(
    '|4/4|Answers: 4 of 4|ru|1:24|',
  );
  expect(textOf(markupOf({ duration: 0, language: undefined, interview: undefined }))).toBe('|');
});

test('a silent visitor does not look like a talkative one', () => {
  const [silent, loud] = [Array.from({ length: 4 }, () => 0), Array.from({ length: 4 }, () => 255)];
  const ofSilent = markupOf({ hasAudio: true, wave: { visitor: silent, agent: loud } }, 'wave');
  const ofTalkative = markupOf({ hasAudio: true, wave: { visitor: loud, agent: silent } }, 'wave');
  expect(ofSilent.match(/class="fill-/g)).toHaveLength(2);
  expect(ofSilent).not.toBe(ofTalkative);
});
