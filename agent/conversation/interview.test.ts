import { describe, expect, it, vi } from 'vitest';
import { returnWaitMs } from '../../lib/contracts/limits.ts';
import { SimulatedCall, sentenceMs } from '../testing/simulated-call.ts';
import { defaultWaits, timing } from './timing.ts';

vi.useFakeTimers();

const { arrivalMs, hangUpMs } = timing;
const { answerMs, limitMs: callLimitMs } = defaultWaits;

function turnsOf(call: SimulatedCall) {
  return call.turns.map(({ speaker, topic }) => `${speaker}:${topic ?? '-'}`);
}

describe('an interview to its end', () => {
  const call = new SimulatedCall().join();
  call.answer().answer().answer().answer().untilEnded();

  it('greets, asks the four questions one at a time, thanks and says goodbye', () => {
    expect(call.utterances).toEqual([
      ['agent_greeting'],
      ['agent_ask_name'],
      ['agent_thanks_name', 'agent_ask_profession'],
      ['agent_thanks_profession', 'agent_ask_goal'],
      ['agent_thanks_goal', 'agent_ask_needs'],
      ['agent_thanks_needs', 'agent_goodbye'],
    ]);
    expect(call.endReason).toBe('agent_closed');
  });

  it('reports each turn with what it asks or answers', () => {
    expect(turnsOf(call)).toEqual([
      'agent:-',
      'agent:name',
      'visitor:name',
      'agent:profession',
      'visitor:profession',
      'agent:goal',
      'visitor:goal',
      'agent:needs',
      'visitor:needs',
      'agent:-',
    ]);
  });

  it('reports turns in order of time, without overlaps', () => {
    for (const [index, turn] of call.turns.entries()) {
      expect(turn.endedAtMs).toBeGreaterThanOrEqual(turn.startedAtMs);
      expect(turn.startedAtMs).toBeGreaterThanOrEqual(call.turns[index - 1]?.endedAtMs ?? 0);
    }
    expect(
      call.turns.filter(({ speaker }) => speaker === 'visitor').every(({ text }) => text === undefined),
    ).toBe(true);
  });

  it('ends only after the goodbye was heard', () => {
    expect((call.endedAtMs ?? 0) - (call.turns.at(-1)?.endedAtMs ?? 0)).toBe(hangUpMs);
  });
});

describe('silence', () => {
  it('asks again once, then moves on', () => {
    const call = new SimulatedCall().join().answer().untilListening().run(answerMs);
    expect(call.lastUtterance).toEqual(['agent_ask_again_profession']);
    call.untilListening().run(answerMs);
    expect(call.lastUtterance).toEqual(['agent_move_on', 'agent_ask_goal']);
  });

  it('accepts an answer to the repeated question', () => {
    const call = new SimulatedCall().join().untilListening().run(answerMs).answer();
    expect(call.lastUtterance).toEqual(['agent_thanks_name', 'agent_ask_profession']);
    expect(turnsOf(call)).toEqual(['agent:-', 'agent:name', 'agent:name', 'visitor:name']);
  });

  it('politely ends a call in which nobody says a word', () => {
    const call = new SimulatedCall().join().untilEnded();
    expect(call.lastUtterance).toEqual(['agent_goodbye_silent']);
    expect(call.endReason).toBe('agent_closed');
    expect(turnsOf(call).every((turn) => turn.startsWith('agent'))).toBe(true);
    expect(call.nowMs - (call.startedAtMs ?? 0)).toBeLessThan(60_000);
  });

  it('says goodbye without thanks when only the last question stays unanswered', () => {
    const call = new SimulatedCall().join().answer().answer().answer().untilEnded();
    expect(call.lastUtterance).toEqual(['agent_goodbye']);
  });
});

describe('a visitor who leaves', () => {
  it('ends the call at once, in the middle of a question too, and reports what was said', () => {
    const call = new SimulatedCall()
      .join()
      .run(sentenceMs + 500)
      .leave()
      .untilEnded();
    expect(call.endReason).toBe('visitor_left');
    expect(call.turns).toMatchObject([{ text: 'agent_greeting' }, { text: 'agent_ask_name' }]);
  });

  it('reports the answer that was being given', () => {
    const call = new SimulatedCall().join().untilListening().speak(5_000).run(2_000).leave();
    expect(call.endReason).toBe('visitor_left');
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'visitor', topic: 'name', endedAtMs: call.nowMs });
  });

  it('gets time to return if only the connection broke, and is asked again', () => {
    const call = new SimulatedCall().join().answer().untilListening().disconnect();
    call.run(returnWaitMs - 1).reconnect();
    expect(call.lastUtterance).toEqual(['agent_welcome_back', 'agent_ask_profession']);
    call.answer();
    expect(call.lastUtterance).toEqual(['agent_thanks_profession', 'agent_ask_goal']);
  });

  it('during the notice hears it again from its beginning', () => {
    const call = new SimulatedCall()
      .join()
      .run(sentenceMs - 500)
      .disconnect();
    call.run(1_000).reconnect();
    expect(call.lastUtterance).toEqual(['agent_greeting']);
    call.untilListening().disconnect().reconnect();
    expect(call.lastUtterance).toEqual(['agent_welcome_back', 'agent_ask_name']);
  });

  it('hears nothing while away, and the call ends after the wait for a return', () => {
    const call = new SimulatedCall()
      .join()
      .run(sentenceMs + 500)
      .disconnect();
    const utteranceCount = call.utterances.length;
    call.run(returnWaitMs);
    expect(call.utterances).toHaveLength(utteranceCount);
    expect(call.endReason).toBe('visitor_left');
    expect(call.turns).toHaveLength(2);
  });

  it('before ever joining ends the call after the wait for an arrival, and no start is reported', () => {
    const call = new SimulatedCall().run(arrivalMs);
    expect(call.endReason).toBe('visitor_left');
    expect(call.startedAtMs).toBeUndefined();
    expect(call.utterances).toHaveLength(0);
  });

  it("after the goodbye changes nothing: it stays the agent's turn, and the agent closes the call", () => {
    const call = new SimulatedCall().join().answer().answer().answer().answer();
    call.until(({ turns }) => turns.at(-1)?.speaker === 'agent');
    expect(call.isAgentsTurn).toBe(true);
    call.disconnect();
    expect(call.untilEnded().endReason).toBe('agent_closed');
  });
});

describe('the end of the process', () => {
  it.each([
    ['speaking', () => new SimulatedCall().join().run(500)],
    ['listening', () => new SimulatedCall().join().untilListening()],
    ['waiting', () => new SimulatedCall()],
  ])('ends a call as failed while %s, and says nothing more', (_phase, begin) => {
    const call = begin();
    const utteranceCount = call.utterances.length;
    call.fail().untilEnded();
    expect(call.endReason).toBe('agent_failed');
    expect(call.utterances).toHaveLength(utteranceCount);
  });

  it('changes nothing after the call has ended', () => {
    const call = new SimulatedCall().join().untilListening().leave();
    const turnCount = call.turns.length;
    call.fail().reconnect().speak(1_000).run(60_000);
    expect(call.endReason).toBe('visitor_left');
    expect(call.turns).toHaveLength(turnCount);
  });
});

describe('the longest call', () => {
  it('is ended with a goodbye, however long the visitor speaks, and reports the answer', () => {
    const call = new SimulatedCall().join().untilListening();
    call.speak(callLimitMs * 2).untilEnded();
    expect(call.lastUtterance).toEqual(['agent_goodbye_time']);
    expect(call.endReason).toBe('agent_closed');
    expect(call.turns.map(({ speaker }) => speaker)).toEqual(['agent', 'agent', 'visitor', 'agent']);
  });
});
