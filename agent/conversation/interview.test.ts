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
  const call = new SimulatedCall().meet();
  call.answer().answer().answer().answer().untilEnded();

  it('greets, asks the four questions one at a time, thanks and says goodbye', () => {
    expect(call.said).toEqual([
      ['agent_greeting'],
      ['agent_ask_name'],
      ['agent_thanks_name', 'agent_ask_profession'],
      ['agent_thanks_profession', 'agent_ask_goal'],
      ['agent_thanks_goal', 'agent_ask_needs'],
      ['agent_thanks_needs', 'agent_goodbye'],
    ]);
    expect(call.ended).toBe('agent_closed');
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

  it('lets the goodbye be heard before it closes the room', () => {
    expect((call.endedAtMs ?? 0) - (call.turns.at(-1)?.endedAtMs ?? 0)).toBe(hangUpMs);
  });
});

describe('silence', () => {
  it('asks again once, then moves on', () => {
    const call = new SimulatedCall().meet().answer().untilListening().run(answerMs);
    expect(call.lastSaid).toEqual(['agent_ask_again_profession']);
    call.untilListening().run(answerMs);
    expect(call.lastSaid).toEqual(['agent_move_on', 'agent_ask_goal']);
  });

  it('accepts an answer to the repeated question', () => {
    const call = new SimulatedCall().meet().untilListening().run(answerMs).answer();
    expect(call.lastSaid).toEqual(['agent_thanks_name', 'agent_ask_profession']);
    expect(turnsOf(call)).toEqual(['agent:-', 'agent:name', 'agent:name', 'visitor:name']);
  });

  it('politely ends a call in which nobody says a word', () => {
    const call = new SimulatedCall().meet().untilEnded();
    expect(call.lastSaid).toEqual(['agent_goodbye_silent']);
    expect(call.ended).toBe('agent_closed');
    expect(turnsOf(call).every((turn) => turn.startsWith('agent'))).toBe(true);
    expect(call.nowMs - (call.startedAtMs ?? 0)).toBeLessThan(60_000);
  });

  it('says goodbye without thanks when only the last question stays unanswered', () => {
    const call = new SimulatedCall().meet().answer().answer().answer().untilEnded();
    expect(call.lastSaid).toEqual(['agent_goodbye']);
  });
});

describe('a visitor who leaves', () => {
  it('ends the call at once, in the middle of a question too, and reports what was said', () => {
    const call = new SimulatedCall()
      .meet()
      .run(sentenceMs + 500)
      .lose(true)
      .untilEnded();
    expect(call.ended).toBe('visitor_left');
    expect(call.turns).toMatchObject([{ text: 'agent_greeting' }, { text: 'agent_ask_name' }]);
  });

  it('reports the answer that was being given', () => {
    const call = new SimulatedCall().meet().untilListening().speak(5_000).run(2_000).lose(true);
    expect(call.ended).toBe('visitor_left');
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'visitor', topic: 'name', endedAtMs: call.nowMs });
  });

  it('gets time to return if only the connection broke, and is asked again', () => {
    const call = new SimulatedCall().meet().answer().untilListening().lose(false);
    call.run(returnWaitMs - 1).return();
    expect(call.lastSaid).toEqual(['agent_welcome_back', 'agent_ask_profession']);
    call.answer();
    expect(call.lastSaid).toEqual(['agent_thanks_profession', 'agent_ask_goal']);
  });

  it('during the notice hears it again from its beginning', () => {
    const call = new SimulatedCall()
      .meet()
      .run(sentenceMs - 500)
      .lose(false);
    call.run(1_000).return();
    expect(call.lastSaid).toEqual(['agent_greeting']);
    call.untilListening().lose(false).return();
    expect(call.lastSaid).toEqual(['agent_welcome_back', 'agent_ask_name']);
  });

  it('hears nothing while away, and the call ends after the wait for a return', () => {
    const call = new SimulatedCall()
      .meet()
      .run(sentenceMs + 500)
      .lose(false);
    const lines = call.said.length;
    call.run(returnWaitMs);
    expect(call.said).toHaveLength(lines);
    expect(call.ended).toBe('visitor_left');
    expect(call.turns).toHaveLength(2);
  });

  it('before ever joining does not keep the call waiting, and no start is reported', () => {
    const call = new SimulatedCall().run(arrivalMs);
    expect(call.ended).toBe('visitor_left');
    expect(call.startedAtMs).toBeUndefined();
    expect(call.said).toHaveLength(0);
  });

  it("after the goodbye leaves a finished interview, and it was still the agent's turn", () => {
    const call = new SimulatedCall().meet().answer().answer().answer().answer();
    call.until(({ turns }) => turns.at(-1)?.speaker === 'agent');
    expect(call.isAgentsTurn).toBe(true);
    call.lose(false);
    expect(call.untilEnded().ended).toBe('agent_closed');
  });
});

describe('the end of the process', () => {
  it.each([
    ['speaking', () => new SimulatedCall().meet().run(500)],
    ['listening', () => new SimulatedCall().meet().untilListening()],
    ['waiting', () => new SimulatedCall()],
  ])('ends a call as failed while %s, and says nothing more', (_phase, begin) => {
    const call = begin();
    const lines = call.said.length;
    call.fail().untilEnded();
    expect(call.ended).toBe('agent_failed');
    expect(call.said).toHaveLength(lines);
  });

  it('does nothing after the end', () => {
    const call = new SimulatedCall().meet().untilListening().lose(true);
    const turns = call.turns.length;
    call.fail().return().speak(1_000).run(60_000);
    expect(call.ended).toBe('visitor_left');
    expect(call.turns).toHaveLength(turns);
  });
});

describe('the longest call', () => {
  it('is ended with a goodbye, however long the visitor speaks, and reports the answer', () => {
    const call = new SimulatedCall().meet().untilListening();
    call.speak(callLimitMs * 2).untilEnded();
    expect(call.lastSaid).toEqual(['agent_goodbye_time']);
    expect(call.ended).toBe('agent_closed');
    expect(call.turns.map(({ speaker }) => speaker)).toEqual(['agent', 'agent', 'visitor', 'agent']);
  });
});
