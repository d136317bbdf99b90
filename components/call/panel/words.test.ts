import { describe, expect, test } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { languages } from '@/lib/i18n/language';
import { stringsOf } from '@/lib/i18n/strings';
import { callReducer, closedCall, type CallState, type Phase } from '../call-machine';
import { agentWords, callWarning, isFault, panelWords } from './words';

const english = stringsOf(messagesOf.en, 'voice_chat_');
const untilMs = new Date(2027, 0, 15, 9, 5).getTime();

function words(phase: Phase) {
  return panelWords({ ...closedCall, phase }, english, 'en');
}

describe('the texts of the panel', () => {
  test.each<[Phase, string, string | null]>([
    [{ name: 'agent_connected' }, 'Agent connected', null],
    [{ name: 'cooldown', untilMs }, 'We can talk again from 09:05.', null],
    [
      { name: 'failed', failure: { kind: 'token', status: 500 } },
      'Connection error',
      'Failed to get token: 500',
    ],
    [
      { name: 'mic_failed', fault: 'other' },
      'The microphone is not working',
      'Microphone setup failed: the reason is unknown, try another microphone',
    ],
  ])('%j', (phase, status, error) => {
    expect(words(phase)).toMatchObject({ status, error });
  });

  test('a refused microphone says what is needed, and how to give it', () => {
    const { status, error } = words({ name: 'denied' });
    expect(status).toBe(english.voice_chat_mic_permission_needed);
    expect(error).toMatch(/^Microphone access required for voice chat\. ./);
  });
});

const phases: Phase[] = [
  { name: 'checking_mic' },
  { name: 'denied' },
  { name: 'mic_failed', fault: 'missing' },
  { name: 'mic_failed', fault: 'busy' },
  { name: 'mic_failed', fault: 'unsupported' },
  { name: 'connecting' },
  { name: 'connected' },
  { name: 'agent_connected' },
  { name: 'reconnecting', agentHere: true },
  { name: 'ending' },
  { name: 'ended', by: 'agent', untilMs },
  { name: 'ended', by: 'visitor', untilMs: null },
  { name: 'cooldown', untilMs },
  { name: 'failed', failure: { kind: 'unavailable' } },
  { name: 'failed', failure: { kind: 'unsupported' } },
  { name: 'failed', failure: { kind: 'connection' } },
  { name: 'failed', failure: { kind: 'terms_outdated' } },
  { name: 'failed', failure: { kind: 'lines_busy' } },
  { name: 'failed', failure: { kind: 'other_tab' } },
  { name: 'failed', failure: { kind: 'rate_limited', untilMs } },
  { name: 'failed', failure: { kind: 'number_cooldown', untilMs } },
  { name: 'failed', failure: { kind: 'agent_missing' } },
  { name: 'failed', failure: { kind: 'agent_left' } },
  { name: 'failed', failure: { kind: 'lost' } },
];

test.each(languages)('every phase has its words in %s, with nothing left to fill in', (language) => {
  const strings = stringsOf(messagesOf[language], 'voice_chat_');
  for (const phase of phases) {
    const { status, error } = panelWords({ ...closedCall, phase }, strings, language);
    expect(status).toMatch(/\S/);
    expect(`${status}${error}`).not.toMatch(/[{}]|undefined/);
  }
});

test('only a token or a connection that failed is called a connection error', () => {
  const titles = phases.flatMap((phase) =>
    phase.name === 'failed' ? [[phase.failure.kind, words(phase).status]] : [],
  );
  const called = titles.filter(([, title]) => title === english.voice_chat_connection_error);
  expect(called.map(([kind]) => kind)).toEqual(['connection']);
  expect(new Set(titles.map(([, title]) => title)).size).toBe(titles.length);
});

test('a call in which nobody was heard says so, and what to do; one with words says thank you', () => {
  const phase: Phase = { name: 'ended', by: 'agent', untilMs: null };
  expect(words(phase).status).toBe(english.voice_chat_unheard);
  const heard = panelWords({ ...closedCall, phase, heard: true }, english, 'en');
  expect(heard).toMatchObject({ status: english.voice_chat_call_ended, error: null });
  const unwritten = { status: english.voice_chat_unwritten, error: english.voice_chat_unheard_typed };
  expect(panelWords({ ...closedCall, phase, typing: true }, english, 'en')).toMatchObject(unwritten);
  const last = { room: 'chat-1', untilMs: null, outcome: 'unheard', typing: true } as const;
  const reopened = callReducer(closedCall, { type: 'reopened', ...last });
  expect(panelWords(reopened, english, 'en')).toMatchObject(unwritten);
});

test('what is no fault is not told as one', () => {
  const failed = (kind: 'lines_busy' | 'other_tab' | 'lost') =>
    isFault({ ...closedCall, phase: { name: 'failed', failure: { kind } } });
  expect([failed('lines_busy'), failed('other_tab'), failed('lost')]).toEqual([false, false, true]);
  expect(isFault({ ...closedCall, phase: { name: 'ended', by: 'agent', untilMs: null } })).toBe(false);
  expect(isFault({ ...closedCall, phase: { name: 'denied' } })).toBe(true);
});

test('the dot is yellow on the way, green in the call', () => {
  expect(words({ name: 'connecting' }).tone).toBe('waiting');
  expect(words({ name: 'connected' }).tone).toBe('live');
  expect(words({ name: 'agent_connected' }).tone).toBe('live');
  expect(words({ name: 'reconnecting', agentHere: true }).tone).toBe('waiting');
  expect(words({ name: 'ended', by: 'agent', untilMs }).tone).toBe('over');
});

test('in the call one warning is shown, the most urgent', () => {
  const inCall: CallState = { ...closedCall, phase: { name: 'agent_connected' }, agent: 'listening' };
  expect(callWarning(inCall, english)).toBeNull();
  expect(callWarning({ ...inCall, micSilent: true }, english)).toBe(english.voice_chat_mic_silent);
  expect(callWarning({ ...inCall, micSilent: true, muted: true }, english)).toBe(english.voice_chat_muted);
  expect(callWarning({ ...inCall, muted: true, micLost: 'gone' }, english)).toBe(english.voice_chat_mic_lost);
  expect(callWarning({ ...inCall, micLost: 'denied' }, english)).toContain(
    english.voice_chat_mic_denied_hint,
  );
  expect(callWarning({ ...inCall, micLost: 'gone', phase: { name: 'ending' } }, english)).toBeNull();
  expect(agentWords(inCall, english)).toBe('listening to you');
});
