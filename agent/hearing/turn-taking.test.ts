import { AudioFrame } from '@livekit/rtc-node';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../lib/i18n/language.ts';
import { EchoGate } from './echo-gate.ts';
import { TurnFilter, isBackchannel, isEcho } from './turn-filter.ts';

describe('a backchannel', () => {
  it.each(['ha', 'Ha, ha.', 'mhm', 'Угу.', 'ok', 'Xoʻp', 'да, да'])('is recognised: %s', (text) =>
    expect(isBackchannel(text)).toBe(true),
  );
  it.each(['', 'Yoʻq', 'ha, lekin men boshqa narsani soʻradim', 'stop', 'kechirasiz'])(
    'is not recognised in: %s',
    (text) => expect(isBackchannel(text)).toBe(false),
  );
});

describe('the agent’s own words', () => {
  const agentLine = 'Keling, tanishib olaylik: ismingiz nima?';
  it.each(['tanishib olaylik ismingiz nima', 'Keling tanishib olay ismingiz', 'ismingiz nima?'])(
    'are an echo: %s',
    (text) => expect(isEcho(text, agentLine)).toBe(true),
  );
  it.each(['Mening ismim Aziz', 'nima', 'Ismingiz nima deb soʻrayapsizmi, men Azizman'])(
    'are not found in an answer: %s',
    (text) => expect(isEcho(text, agentLine)).toBe(false),
  );
});

describe('a number that the agent reads back', () => {
  const filter = new TurnFilter(() => 'en');
  filter.remember('Your number is 9 9 8, 9 0, 1 2 3, 4 5, 6 7, is that right?');

  it.each(['4 5 6 8', '1 2 3 4 5 6 6', 'four five six eight'])('is no echo with other digits: %s', (text) =>
    expect(filter.kindOf(text, 'began')).toBeUndefined(),
  );
  it('comes back as an echo', () => {
    expect(filter.kindOf('1 2 3 4 5 6 7', 'began')).toBe('echo');
    expect(filter.kindOf('45 67 is that right', 'began')).toBe('echo');
  });
});

describe('the echo of a number is detected in each form that a recogniser may write', () => {
  const heard = (language: Language, said: string, text: string) => {
    const filter = new TurnFilter(() => language);
    filter.remember(said);
    return filter.kindOf(text, 'began');
  };
  it.each([
    [
      'uz',
      'Raqamingiz 90 981 62 97, toʻgʻrimi?',
      'toʻqson toʻqqiz yuz sakson bir oltmish ikki toʻqson yetti',
    ],
    ['uz', 'Raqamingiz 90 981 62 97, toʻgʻrimi?', '+998909816297 toʻgʻrimi'],
    ['ru', 'Цена 450 000 сумов.', 'четыреста пятьдесят тысяч сумов'],
    ['en', 'We open at nine thirty.', 'we open at 9:30'],
  ] as const)('%s: “%s” as “%s”', (language, said, text) => {
    expect(heard(language, said, text)).toBe('echo');
  });
  it.each([
    ['uz', 'Raqamingiz 90 981 62 97, toʻgʻrimi?', 'toʻqson toʻqqiz yuz sakson ikki'],
    ['ru', 'Цена 450 000 сумов.', 'пятьсот тысяч сумов'],
    ['en', 'Your number is 90 123 45 67, is that right?', 'ninety sixty seven'],
  ] as const)('%s: “%s” is corrected by “%s”', (language, said, text) => {
    expect(heard(language, said, text)).toBeUndefined();
  });
});

describe('a turn of the visitor', () => {
  const filter = new TurnFilter(() => 'en');
  filter.remember('Is it right that you want to take more orders?');

  it('may repeat what the agent has just said', () =>
    expect(filter.kindOf('I want to take more orders.', 'none')).toBeUndefined());
  it('is an echo if it repeats the agent’s words while the agent is heard, or just after', () => {
    expect(filter.kindOf('want to take more orders', 'began')).toBe('echo');
    expect(filter.kindOf('take more orders', 'tail')).toBe('echo');
  });
  it('may repeat words of the question at once', () => {
    expect(filter.kindOf('It is right, I want.', 'tail')).toBeUndefined();
  });
  it('is a backchannel over the agent’s voice, and an answer after it', () => {
    expect(filter.kindOf('Yes', 'began')).toBe('backchannel');
    expect(filter.kindOf('Yes', 'none')).toBeUndefined();
  });
});

describe('an option that the agent has named', () => {
  const filter = new TurnFilter(() => 'en');
  const agentLine = 'Shall we call you in the morning or in the evening?';
  filter.remember(agentLine);
  it.each(['In the evening.', 'in the morning'])(
    'is an answer if the measured echo is inaudible: %s',
    (text) => {
      expect(filter.kindOf(text, 'began', false)).toBeUndefined();
      expect(filter.kindOf(text, 'began', true)).toBe('echo');
    },
  );
  it('is an echo if it comes with most of the question, as from a loudspeaker that was just turned on', () =>
    expect(filter.kindOf(agentLine, 'began', false)).toBe('echo'));
});

const rateHz = 16_000;
const frameMs = 10;

/** Syllables of a voice; the loudest have this level. */
function voice(db: number, ms: number, pitchHz = 150): Int16Array {
  const peak = 32_768 * 10 ** (db / 20) * Math.SQRT2;
  return Int16Array.from({ length: (rateHz * ms) / 1000 }, (_, at) => {
    const s = at / rateHz;
    return peak * (0.5 + 0.5 * Math.sin(2 * Math.PI * 4 * s)) * Math.sin(2 * Math.PI * pitchHz * s);
  });
}

/** The share of frames that pass while the agent speaks at -18 dB, and whether an echo was found. */
function gated(microphone: Int16Array, calibrated: Int16Array = microphone) {
  let nowMs = 0;
  const gate = new EchoGate(() => true, { now: () => nowMs });
  const agent = voice(-18, 6_000);
  const size = (rateHz * frameMs) / 1000;
  const run = (samples: Int16Array) => {
    let open = 0;
    for (let at = 0; at + size <= samples.length; at += size) {
      gate.hearAgent(agent.slice(at % agent.length, (at % agent.length) + size));
      const frame = gate.process(new AudioFrame(samples.slice(at, at + size), rateHz, 1, size));
      if (frame.data.some((sample) => sample !== 0)) open++;
      nowMs += frameMs;
    }
    return open / (samples.length / size);
  };
  run(calibrated);
  return { passedShare: run(microphone), hasEcho: gate.hasEcho };
}

describe('the echo gate', () => {
  it('detects an echo, and its absence with headphones, once it has heard enough', () => {
    expect(gated(voice(-33, 3_000)).hasEcho).toBe(true);
    expect(gated(new Int16Array(rateHz), new Int16Array(rateHz * 3)).hasEcho).toBe(false);
    expect(gated(voice(-20, 1_000, 220), new Int16Array(rateHz * 3)).hasEcho).toBe(false);
    expect(gated(new Int16Array(rateHz / 4)).hasEcho).toBe(true);
  });

  it('lets a quiet visitor pass if there is no echo', () => {
    expect(gated(voice(-34, 2_000, 220), new Int16Array(rateHz * 3)).passedShare).toBeGreaterThan(0.8);
  });

  it('knows how long ago the agent was heard', () => {
    let nowMs = 0;
    const gate = new EchoGate(() => nowMs < 1_000, { now: () => nowMs });
    const sinceMs = (atMs: number) => {
      nowMs = atMs;
      gate.process(new AudioFrame(voice(-30, 10), rateHz, 1, 160));
      return gate.sinceAgentMs;
    };
    expect([500, 990, 1_500, 4_000].map(sinceMs)).toEqual([0, 0, 510, 3_010]);
  });

  it('is open while the agent is silent', () => {
    const gate = new EchoGate(() => false, { now: () => 0 });
    const frame = new AudioFrame(voice(-50, 10), rateHz, 1, 160);
    expect(gate.process(frame).data.some((sample) => sample !== 0)).toBe(true);
  });
});
