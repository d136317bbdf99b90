import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { messagesOf } from '@/lib/i18n/messages';
import { stringsOf } from '@/lib/i18n/strings';
import { callView } from '../call';
import { type CallState, closedCall } from '../call-machine';
import { VoiceChatPanel } from './panel';

const strings = stringsOf(messagesOf.en, 'voice_chat_');

/** The panel's text and labels in a state of the call. */
function shown(state: Partial<CallState>): string {
  callView.set({ state: { ...closedCall, ...state }, captions: [] });
  return renderToStaticMarkup(
    <VoiceChatPanel strings={strings} language="en" focus={false} onClosed={() => undefined} />,
  );
}

test('a call in which nobody was heard offers another try at once, without a wait', () => {
  const panel = shown({ phase: { name: 'ended', by: 'agent', untilMs: null }, heard: false });
  expect(panel).toContain(strings.voice_chat_unheard_hint);
  expect(panel).toContain(`>${strings.voice_chat_retry}<`);
  expect(panel).not.toContain('role="timer"');
});

test('a call that ended well has its small countdown, and neither mute nor another try', () => {
  const untilMs = Date.now() + 60_000;
  const panel = shown({ phase: { name: 'ended', by: 'agent', untilMs }, heard: true });
  expect(panel).toContain('role="timer"');
  expect(panel).not.toContain(strings.voice_chat_mute);
  expect(panel).not.toContain(`>${strings.voice_chat_retry}<`);
});
