import { describe, expect, test } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { languages } from '@/lib/i18n/language';
import { stringsOf } from '@/lib/i18n/strings';
import type { CallFailure } from '../chart/events';
import { viewOn } from '../chart/testing/view';
import type { CallView } from '../chart/view';
import type { CallReceipt } from '../receipt';
import { agentWords, callBackWords, callWarning, isFault, panelWords } from './words';

const english = stringsOf(messagesOf.en, 'voice_chat_');
const untilMs = new Date(2027, 0, 15, 9, 5).getTime();

const words = (view: CallView) => panelWords(view, english, 'en');
const failed = (failure: CallFailure) => viewOn('failed', { failure });

describe('the texts of the panel', () => {
  test.each<[string, CallView, string | null]>([
    ['Agent connected', viewOn('in_call'), null],
    ['We can talk again from 09:05.', viewOn('cooldown', { cooldownEndsMs: untilMs }), null],
    ['Connection error', failed({ kind: 'token', status: 500 }), 'Failed to get token: 500'],
    [
      'The microphone is not working',
      viewOn('microphone_failed', { microphoneFault: 'other' }),
      'Microphone setup failed: the reason is unknown, try another microphone',
    ],
  ])('the status “%s” is shown on its screen', (status, view, detail) => {
    expect(words(view)).toMatchObject({ status, detail });
  });

  test('the text for a refused microphone says what is needed, and how to allow it', () => {
    const { status, detail } = words(viewOn('microphone_failed', { microphoneFault: 'denied' }));
    expect(status).toBe(english.voice_chat_mic_permission_needed);
    expect(detail).toMatch(/^Microphone access required for voice chat\. ./);
  });
});

const failures: CallFailure[] = [
  { kind: 'unavailable' },
  { kind: 'unsupported' },
  { kind: 'connection' },
  { kind: 'terms_outdated' },
  { kind: 'lines_busy' },
  { kind: 'rate_limited', untilMs },
  { kind: 'number_cooldown', untilMs },
  { kind: 'agent_missing' },
  { kind: 'agent_left' },
  { kind: 'lost' },
];
const views: CallView[] = [
  viewOn('checking_microphone'),
  viewOn('microphone_failed', { microphoneFault: 'denied' }),
  viewOn('microphone_failed', { microphoneFault: 'missing' }),
  viewOn('microphone_failed', { microphoneFault: 'busy' }),
  viewOn('microphone_failed', { microphoneFault: 'unsupported' }),
  viewOn('connecting'),
  viewOn('waiting_for_agent'),
  viewOn('in_call'),
  viewOn('reconnecting'),
  viewOn('ending'),
  viewOn('ended', { cooldownEndsMs: untilMs }),
  viewOn('ended', { closedBy: 'operator' }),
  viewOn('cooldown', { cooldownEndsMs: untilMs }),
  viewOn('other_tab'),
  viewOn('resume_offered'),
  ...failures.map(failed),
];

test.each(languages)('each screen has its words in %s, without unfilled placeholders', (language) => {
  const strings = stringsOf(messagesOf[language], 'voice_chat_');
  for (const view of views) {
    const { status, detail } = panelWords(view, strings, language);
    expect(status).toMatch(/\S/);
    expect(`${status}${detail}`).not.toMatch(/[{}]|undefined/);
  }
});

test('only a failed token or connection is called a connection error', () => {
  const titles = failures.map((failure) => words(failed(failure)).status);
  const connectionErrors = failures.filter((_, at) => titles[at] === english.voice_chat_connection_error);
  expect(connectionErrors).toEqual([{ kind: 'connection' }]);
  expect(new Set(titles).size).toBe(titles.length);
});

test('a call in which nobody was heard says so, and how to continue; one with words says thank you', () => {
  const unheard = viewOn('ended', { closedBy: 'agent', outcome: 'unheard', canRetry: true });
  expect(words(unheard)).toMatchObject({
    status: english.voice_chat_unheard,
    detail: english.voice_chat_unheard_hint,
  });
  expect(words({ ...unheard, isTyping: true })).toMatchObject({
    status: english.voice_chat_unwritten,
    detail: english.voice_chat_unheard_typed,
  });
  const heard = viewOn('ended', { closedBy: 'agent', cooldownEndsMs: untilMs });
  expect(words(heard)).toMatchObject({ status: english.voice_chat_call_ended, detail: null });
});

test('a call that the office ended says so, also before the visitor has spoken', () => {
  const ended = viewOn('ended', { closedBy: 'operator', outcome: 'unheard' });
  expect(words(ended)).toMatchObject({ status: english.voice_chat_ended_by_office, detail: null });
});

test('the receipt says when somebody calls back: as agreed, else as the owner promises', () => {
  const phone = '+998901234567';
  const textOf = (callBack?: CallReceipt['callBack'], promise?: string) =>
    callBackWords({ phone, callBack }, english, 'en', promise).replaceAll('\u00a0', ' ');
  expect(textOf()).toBe('One of our team will call you back on +998 90 123 45 67.');
  expect(textOf(undefined, 'Within two hours.')).toBe(`${textOf()} Within two hours.`);
  const inWords = textOf({ when: 'after lunch' }, 'Within two hours.');
  expect(inWords).toBe('One of our team will call you back on +998 90 123 45 67: after lunch.');
  expect(textOf({ when: 'after lunch', at: '2026-11-25T09:00:00.000Z' })).toContain(
    '67: Wed, Nov 25, 14:00.',
  );
});

test('only a fault is shown as one', () => {
  expect(isFault(failed({ kind: 'lines_busy' }))).toBe(false);
  expect(isFault(failed({ kind: 'lost' }))).toBe(true);
  expect(isFault(viewOn('other_tab'))).toBe(false);
  expect(isFault(viewOn('ended'))).toBe(false);
  expect(isFault(viewOn('microphone_failed', { microphoneFault: 'denied' }))).toBe(true);
});

test('the dot is yellow on the way, green in the call', () => {
  const toneOf = (view: CallView) => words(view).tone;
  expect(toneOf(viewOn('connecting'))).toBe('waiting');
  expect(toneOf(viewOn('waiting_for_agent'))).toBe('live');
  expect(toneOf(viewOn('in_call'))).toBe('live');
  expect(toneOf(viewOn('reconnecting'))).toBe('waiting');
  expect(toneOf(viewOn('ended'))).toBe('over');
});

test('during a call one warning is shown, the most urgent', () => {
  const inCall = viewOn('in_call', { turn: 'listening' });
  expect(callWarning(inCall, english)).toBeNull();
  const silent = { ...inCall, isMicrophoneSilent: true };
  expect(callWarning(silent, english)).toBe(english.voice_chat_mic_silent);
  expect(callWarning({ ...silent, isMuted: true }, english)).toBe(english.voice_chat_muted);
  const lost: CallView = { ...inCall, isMuted: true, microphoneLost: 'gone' };
  expect(callWarning(lost, english)).toBe(english.voice_chat_mic_lost);
  const denied: CallView = { ...inCall, microphoneLost: 'denied' };
  expect(callWarning(denied, english)).toContain(english.voice_chat_mic_denied_hint);
  expect(callWarning(viewOn('ending', { microphoneLost: 'gone' }), english)).toBeNull();
  expect(agentWords(inCall, english)).toBe('listening to you');
});
