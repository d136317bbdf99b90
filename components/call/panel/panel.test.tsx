import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { fill, stringsOf } from '@/lib/i18n/strings';
import { callView } from '../call';
import { type Caption, captions } from '../captions';
import { viewOn } from '../chart/testing/view';
import type { CallView, Screen } from '../chart/view';
import { type CallReceipt, lastReceipt } from '../receipt';
import { VoiceChatPanel } from './panel';
import { shareOrSave } from './tile';

const strings = stringsOf(messagesOf.en, 'voice_chat_');

/** The panel's markup on a screen of the call. */
function markupOf(screen: Screen, change?: Partial<CallView>): string {
  callView.set(viewOn(screen, change));
  return renderToStaticMarkup(
    <VoiceChatPanel strings={strings} language="en" takesFocus={false} onClosed={() => undefined} />,
  );
}

const receipt: CallReceipt = {
  room: 'chat-1',
  phone: '+998901234567',
  token: '',
  durationMs: 5000,
  answerWaitsMs: [],
  voice: [],
  audioUrl: null,
  delivery: 'arrived',
  sentShare: 1,
};

test('a failed call shows its own receipt; an unrecorded call, or one that never began, shows no earlier receipt', () => {
  vi.stubGlobal('navigator', {});
  lastReceipt.set(receipt);
  const broken = { failure: { kind: 'agent_left' }, showsReceipt: true } as const;
  expect(markupOf('failed', broken)).toContain(strings.voice_chat_delivery_arrived);
  expect(markupOf('failed', { ...broken, room: 'chat-2' })).not.toContain('arrived');
  expect(markupOf('failed', { failure: { kind: 'lines_busy' } })).not.toContain('arrived');
  vi.unstubAllGlobals();
});

test('a refused upload says so', () => {
  vi.stubGlobal('navigator', {});
  lastReceipt.set({ ...receipt, delivery: 'refused' });
  const panel = markupOf('ended', { showsReceipt: true });
  expect(panel).toContain(strings.voice_chat_delivery_refused);
  expect(panel).toContain('+998\u00a090\u00a0123\u00a045\u00a067');
  vi.unstubAllGlobals();
});

test('a recording that the visitor refused has not arrived: it is not kept, and the number is', () => {
  vi.stubGlobal('navigator', {});
  lastReceipt.set({ ...receipt, delivery: 'discarded' });
  const panel = markupOf('ended', { showsReceipt: true });
  expect(panel).toContain(strings.voice_chat_delivery_discarded);
  expect(panel).not.toContain(fill(strings.voice_chat_recorded, { time: '0:05' }));
  expect(panel).toContain('+998\u00a090\u00a0123\u00a045\u00a067');
  expect(panel).toContain(strings.voice_chat_delete);
  vi.unstubAllGlobals();
});

test('the receipt plays the conversation, and shows its length and how fast the answers came', () => {
  vi.stubGlobal('navigator', {});
  lastReceipt.set({
    ...receipt,
    durationMs: 4600,
    audioUrl: 'blob:heard',
    answerWaitsMs: [640, 1200],
    voice: [0.2, 0.8],
  });
  const panel = markupOf('ended', { showsReceipt: true });
  expect(panel).toContain(`role="group" aria-label="${strings.voice_chat_listen}"`);
  expect(panel).toContain(
    `aria-valuetext="${fill(strings.voice_chat_position_value, { position: '0:00', duration: '0:05' })}"`,
  );
  expect(panel).toContain(fill(strings.voice_chat_recorded, { time: '0:05' }));
  expect(panel).toContain(fill(strings.voice_chat_answers, { seconds: '0.9' }));
  vi.unstubAllGlobals();
});

test('the tile can be shared if the browser supports sharing', () => {
  lastReceipt.set({ ...receipt, voice: [0.2, 0.8] });
  const panel = () => markupOf('ended', { showsReceipt: true });
  vi.stubGlobal('navigator', { share: async () => undefined });
  expect(panel()).toContain(strings.voice_chat_tile_share);
  vi.stubGlobal('navigator', {});
  expect(panel()).not.toContain(strings.voice_chat_tile_share);
  vi.unstubAllGlobals();
});

test.each([
  ['AbortError', 0],
  ['InvalidStateError', 0],
  ['NotAllowedError', 1],
])(
  'a tile that cannot be shared (%s) is saved unless the visitor cancelled or pressed twice',
  async (name, times) => {
    vi.stubGlobal('navigator', { share: () => Promise.reject(new DOMException('', name)) });
    const save = vi.fn(async () => undefined);
    await shareOrSave({}, save);
    expect(save).toHaveBeenCalledTimes(times);
    vi.unstubAllGlobals();
  },
);

test('a call in which nobody was heard offers another try at once, without a wait', () => {
  const unheard = { closedBy: 'agent', outcome: 'unheard', canRetry: true, canTypeInstead: true } as const;
  const panel = markupOf('ended', unheard);
  expect(panel).toContain(strings.voice_chat_unheard_hint);
  expect(panel).not.toContain('role="alert"');
  expect(panel).toContain(`>${strings.voice_chat_retry}<`);
  expect(panel).toContain(`>${strings.voice_chat_type_instead}<`);
  expect(panel).not.toContain('role="timer"');
});

test.each(['gone', 'denied'] as const)(
  'a microphone that is lost in the call (%s) can be tried again',
  (microphoneLost) => {
    const retry = `>${strings.voice_chat_retry}<`;
    expect(markupOf('in_call', { microphoneLost })).toContain(retry);
    expect(markupOf('in_call')).not.toContain(retry);
  },
);

test('a typed call shows its text field at once and no microphone controls', () => {
  const panel = markupOf('in_call', { isTyping: true });
  expect(panel).toContain(`aria-label="${strings.voice_chat_type}"`);
  expect(panel).not.toContain(strings.voice_chat_mute);
  expect(panel).not.toContain(strings.voice_chat_devices);
});

test.each([{ isTyping: true }, { isSoundBlocked: true }, {}])(
  "a screen reader reads the agent's words only if the visitor does not hear them: %j",
  (state) => {
    const agentCaption = (text: string): Caption => ({ segment: text, speaker: 'agent', text });
    captions.set([agentCaption('One.'), agentCaption('Two.')]);
    const read = (turn: CallView['turn']) => {
      const panel = markupOf('in_call', { turn, ...state });
      return /role="log".*?<\/div>/.exec(panel)?.[0].match(/One|Two/g) ?? [];
    };
    const isRead = 'isTyping' in state || 'isSoundBlocked' in state;
    expect(read('speaking')).toEqual(isRead ? ['One'] : []);
    expect(read('your_turn')).toEqual(isRead ? ['One', 'Two'] : []);
  },
);

test('an overlooked microphone prompt is pointed out, and the visitor can type instead', () => {
  const panel = markupOf('checking_microphone', { isPromptOverlooked: true, canTypeInstead: true });
  expect(panel).toContain(strings.voice_chat_mic_allow);
  expect(panel).toContain(`>${strings.voice_chat_type_instead}<`);
  expect(markupOf('checking_microphone')).not.toContain(strings.voice_chat_type_instead);
});

test('a visitor who types is asked to answer, and sees no microphone; a receipt without a voice has no tile', () => {
  const panel = markupOf('in_call', { isTyping: true, turn: 'your_turn' });
  expect(panel).toContain(strings.voice_chat_agent_waiting);
  expect(panel).not.toContain(strings.voice_chat_level);
  vi.stubGlobal('navigator', {});
  const receiptOf = (voice: number[]) => {
    lastReceipt.set({ ...receipt, voice });
    return markupOf('ended', { isTyping: true, showsReceipt: true });
  };
  expect(receiptOf([0, 0.05])).not.toContain(strings.voice_chat_tile_keep);
  expect(receiptOf([0, 0.5])).toContain(strings.voice_chat_tile_keep);
  vi.unstubAllGlobals();
});

test('until the recording is made, the receipt has a place for the tile of a visitor who spoke', () => {
  vi.stubGlobal('navigator', {});
  lastReceipt.set(null);
  const panel = (hasVoice: boolean) => markupOf('ended', { hasVoice, showsReceipt: true });
  expect(panel(true)).toContain(strings.voice_chat_tile);
  expect(panel(false)).not.toContain(strings.voice_chat_tile);
  vi.unstubAllGlobals();
});

test('a call without a conversation shows no thanks', () => {
  vi.stubGlobal('navigator', {});
  lastReceipt.set({ ...receipt, outcome: 'unanswered' });
  const unanswered = markupOf('failed', { failure: { kind: 'agent_missing' }, showsReceipt: true });
  expect(unanswered).toContain(strings.voice_chat_delivery_recorded);
  expect(unanswered).not.toContain(strings.voice_chat_delivery_arrived);
  lastReceipt.set({ ...receipt, outcome: 'unheard' });
  const unheard = markupOf('ended', { outcome: 'unheard', canRetry: true, showsReceipt: true });
  expect(unheard).toContain(strings.voice_chat_unheard);
  expect(unheard).not.toContain(strings.voice_chat_call_ended);
  expect(unheard).not.toContain('call you back');
  expect(unheard).toContain(strings.voice_chat_unheard_hint);
  expect(unheard).toContain(`>${strings.voice_chat_retry}<`);
  vi.unstubAllGlobals();
});

test('the receipt shows the spoken and typed words, in order', () => {
  vi.stubGlobal('navigator', {});
  const spoken: Caption[] = [
    { segment: 'a', speaker: 'agent', text: 'What is your name?' },
    { segment: 'b', speaker: 'visitor', text: 'Anna' },
    { segment: 'c', speaker: 'agent', text: 'Nice to meet you!' },
  ];
  lastReceipt.set({ ...receipt, typing: true, captions: spoken });
  const panel = markupOf('ended', { isTyping: true, showsReceipt: true });
  const places = spoken.map(({ text }) => panel.indexOf(text));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  vi.unstubAllGlobals();
});

test('while a recording is only in memory, the receipt asks to leave the page open', () => {
  vi.stubGlobal('navigator', {});
  lastReceipt.set({ ...receipt, delivery: 'retrying', unsaved: true });
  const panel = markupOf('ended', { showsReceipt: true });
  expect(panel).toContain(strings.voice_chat_delivery_open);
  vi.unstubAllGlobals();
});

test('a call that ended well has its small countdown, and neither mute nor another try', () => {
  const untilMs = Date.now() + 60_000;
  const panel = markupOf('ended', { closedBy: 'agent', cooldownEndsMs: untilMs, showsReceipt: true });
  expect(panel).toContain('role="timer"');
  expect(panel).not.toContain(strings.voice_chat_mute);
  expect(panel).not.toContain(`>${strings.voice_chat_retry}<`);
});
