import { describe, expect, it, vi } from 'vitest';
import { SimulatedCall, sentenceMs } from '../testing/simulated-call.ts';
import { defaultWaits, timing } from './timing.ts';

vi.useFakeTimers();

const { answerMs } = defaultWaits;
const { hangUpMs, interruptMs, minAnswerMs, voiceOpensMs } = timing;
const { blind: endpointMs, blindStep: endpointStepMs, blindMax: endpointMaxMs } = timing.endpoint;

/** A call whose second line (thanks for the name, question about the profession) was just requested. */
function secondLine(): SimulatedCall {
  return new SimulatedCall().join().answer();
}

describe('the end of an answer', () => {
  it('comes after a short silence', () => {
    const call = new SimulatedCall().join().untilListening().speak(1_500, 400);
    call.run(400 + 1_500 + endpointMs - 1);
    expect(call.isAgentsTurn).toBe(false);
    call.run(1);
    expect(call.isAgentsTurn).toBe(true);
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'visitor', topic: 'name' });
  });

  it('does not come in a shorter pause', () => {
    const pauseMs = endpointMs - voiceOpensMs - 1;
    const call = new SimulatedCall().join().untilListening();
    const fromMs = call.nowMs;
    for (let part = 0; part < 20; part++) call.speak(1_000, part * (1_000 + pauseMs));
    call.untilSpeaking();
    const turn = call.turns.at(-1);
    expect(turn).toMatchObject({ startedAtMs: fromMs, endedAtMs: fromMs + 20 * 1_000 + 19 * pauseMs });
    expect(call.turns.filter(({ speaker }) => speaker === 'visitor')).toHaveLength(1);
  });

  it('does not come after a cough; the agent asks again only after the whole wait', () => {
    const call = new SimulatedCall()
      .join()
      .untilListening()
      .speak(minAnswerMs - 50, 1_000);
    call.run(1_000 + answerMs - 100);
    expect(call.isAgentsTurn).toBe(false);
    expect(call.turns.every(({ speaker }) => speaker === 'agent')).toBe(true);
    call.untilSpeaking();
    expect(call.lastUtterance).toEqual(['agent_ask_again_name']);
  });
});

describe('a visitor who continues after a pause', () => {
  it('stops the thanks; the question follows after the answer', () => {
    const call = secondLine().speak(3_000, 200).untilListening();
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'agent', text: 'agent_thanks_name' });
    call.untilSpeaking();
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'visitor', topic: 'name' });
    expect(call.lastUtterance).toEqual(['agent_ask_profession']);
    call.answer();
    expect(call.lastUtterance).toEqual(['agent_thanks_profession', 'agent_ask_goal']);
  });

  it('may pause longer from then on, up to a limit', () => {
    const call = secondLine().speak(3_000, 200);
    const measureWaitMs = () => {
      const { nowMs, turns } = call.untilListening().untilSpeaking();
      return nowMs - (turns.at(-1)?.endedAtMs ?? 0);
    };
    expect(measureWaitMs()).toBeGreaterThanOrEqual(endpointMs + endpointStepMs);
    for (let times = 0; times < 3; times++) {
      call.answer().speak(3_000, 200);
      expect(measureWaitMs()).toBeLessThanOrEqual(endpointMaxMs);
    }
  });

  it("may continue before the agent's first sound", () => {
    const call = secondLine().speak(3_000, -40).untilListening();
    call.untilSpeaking();
    expect(call.lastUtterance).toEqual(['agent_ask_profession']);
  });
});

describe('pauses inside an answer', () => {
  const topics = ['name', 'profession', 'goal', 'needs'];

  it.each([
    [600, 2_000],
    [700, 2_000],
    [800, 2_000],
    [600, 900],
    [700, 900],
    [800, 900],
  ])(
    'of %i ms, if sentences of the agent last %i ms, neither lose nor shift a question',
    (pauseMs, sentenceMs) => {
      const call = new SimulatedCall(sentenceMs).join();
      for (const topic of topics) {
        const endsWithQuestion = (text = '') => text.endsWith(`agent_ask_${topic}`);
        call.until(({ isAgentsTurn, turns }) => !isAgentsTurn && endsWithQuestion(turns.at(-1)?.text));
        for (const part of [0, 1, 2]) call.speak(1_000, 400 + part * (1_000 + pauseMs));
        call.run(400 + 3_000 + 2 * pauseMs + 300);
      }
      call.untilEnded();
      const answers = call.turns.filter(({ speaker }) => speaker === 'visitor');
      expect(answers.map(({ topic }) => topic).filter((topic, at, all) => topic !== all[at - 1])).toEqual(
        topics,
      );
      const asked = call.utterances.flat().filter((each) => each.startsWith('agent_ask_'));
      expect(new Set(asked)).toEqual(new Set(topics.map((topic) => `agent_ask_${topic}`)));
    },
  );
});

describe('a typed answer', () => {
  it('makes the agent wait while it is typed, and answers the question', () => {
    const call = new SimulatedCall().join().untilListening().typeFor(20_000).type('Akmal').untilSpeaking();
    expect(call.utterances).toEqual([
      ['agent_greeting'],
      ['agent_ask_name'],
      ['agent_thanks_name', 'agent_ask_profession'],
    ]);
    expect(call.turns.at(-1)).toMatchObject({ text: 'Akmal', topic: 'name' });
  });

  it('stops the question during which it comes, and answers it', () => {
    const call = secondLine()
      .run(sentenceMs + 1_000)
      .type('Shifokor');
    call.until(({ turns }) => turns.at(-1)?.text === 'Shifokor');
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'visitor', topic: 'profession' });
  });

  it('over the thanks is no pause in speech: the next spoken answer ends as soon as before', () => {
    const call = secondLine().type('Karimov').untilListening().speak(1_500, 400);
    call.run(400 + 1_500 + endpointMs - 1);
    expect(call.isAgentsTurn).toBe(false);
    call.run(1);
    expect(call.isAgentsTurn).toBe(true);
  });

  it('during the notice is reported after the notice', () => {
    const call = new SimulatedCall().join().run(500).type('Aziz');
    call.until(({ turns }) => turns.at(-1)?.text === 'Aziz');
    expect(call.turns.at(-2)?.text).toContain('agent_greeting');
  });

  it.each([100, 2 * sentenceMs, 2 * sentenceMs + hangUpMs - 100])(
    '%i ms into the last line is reported, although the call ends',
    (afterMs) => {
      const call = new SimulatedCall().join().answer().answer().answer().answer();
      call.run(afterMs).type('Call me at ten').untilEnded();
      expect(call.turns.filter(({ text }) => text === 'Call me at ten')).toHaveLength(1);
    },
  );

  it('is reported when the visitor leaves before the agent falls silent', () => {
    const call = new SimulatedCall().join().run(500).type('Aziz').leave().untilEnded();
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'visitor', text: 'Aziz' });
  });

  it('during the notice is reported together with a later text', () => {
    const call = new SimulatedCall().join().run(500).type('Aziz').run(500).type('Karimov');
    call.until(({ turns }) => turns.at(-1)?.speaker === 'visitor');
    expect(call.turns.at(-1)).toMatchObject({ text: 'Aziz\nKarimov' });
  });
});

describe('a visitor who talks over a question', () => {
  it('stops the agent and answers the question', () => {
    const call = secondLine().run(sentenceMs + 1_000);
    call.speak(4_000).untilListening();
    expect(call.turns.at(-1)).toMatchObject({
      speaker: 'agent',
      text: 'agent_thanks_name agent_ask_profession',
    });
    call.untilSpeaking();
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'visitor', topic: 'profession' });
    expect(call.lastUtterance).toEqual(['agent_thanks_profession', 'agent_ask_goal']);
  });

  it('stops the agent once the voice is longer than a cough', () => {
    const call = secondLine().run(sentenceMs + 1_000);
    const fromMs = call.nowMs;
    call.speak(4_000).untilListening();
    expect(call.nowMs - fromMs).toBeLessThan(interruptMs + 32);
  });

  it('is ignored if the voice is as short as a cough', () => {
    const call = secondLine()
      .run(sentenceMs + 500)
      .speak(interruptMs - 50);
    call.untilListening();
    expect(call.turns.at(-1)).toMatchObject({ text: 'agent_thanks_name agent_ask_profession' });
    expect(call.nowMs - (call.turns.at(-1)?.startedAtMs ?? 0)).toBe(2 * sentenceMs);
  });

  it('right at its beginning is asked again', () => {
    const call = secondLine().run(sentenceMs + 200);
    call.speak(3_000).untilListening().untilSpeaking();
    expect(call.lastUtterance).toEqual(['agent_ask_profession']);
  });

  it('beyond its end answers it', () => {
    const call = secondLine().run(2 * sentenceMs - 100);
    call.speak(2_000).untilListening().untilSpeaking();
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'visitor', topic: 'profession' });
    expect(call.lastUtterance).toEqual(['agent_thanks_profession', 'agent_ask_goal']);
  });
});

describe('an utterance that cannot be interrupted', () => {
  it('is the notice; the question waits for a visitor who still speaks', () => {
    const call = new SimulatedCall().join().speak(sentenceMs + 3_000, 200);
    call.untilListening();
    expect(call.turns.at(-1)?.text).toContain('agent_greeting');
    expect(call.nowMs - (call.startedAtMs ?? 0)).toBeGreaterThan(sentenceMs);
    call.untilSpeaking();
    expect(call.lastUtterance).toEqual(['agent_ask_name']);
  });

  it('is the notice, and the question follows if the visitor has fallen silent', () => {
    const call = new SimulatedCall().join().speak(1_000, 300).untilListening();
    expect(call.turns).toMatchObject([{ text: 'agent_greeting' }, { text: 'agent_ask_name' }]);
  });

  it('is the goodbye', () => {
    const call = new SimulatedCall().join().answer().answer().answer().answer();
    call.run(sentenceMs + 500).speak(10_000);
    call.untilEnded();
    expect(call.turns.at(-1)?.text).toBe('agent_thanks_needs agent_goodbye');
  });

  it('is not the thanks before the goodbye: a visitor may complete the last answer', () => {
    const call = new SimulatedCall().join().answer().answer().answer().answer();
    call.speak(3_000, 200).untilListening().untilSpeaking();
    expect(call.lastUtterance).toEqual(['agent_goodbye']);
    expect(call.turns.at(-1)).toMatchObject({ speaker: 'visitor', topic: 'needs' });
    expect(call.untilEnded().endReason).toBe('agent_closed');
  });
});
