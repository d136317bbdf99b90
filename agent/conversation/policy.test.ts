import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { interviewPlan } from '../../lib/contracts/interview.ts';
import { languages } from '../../lib/i18n/language.ts';
import { messagesOf } from '../../lib/i18n/messages.ts';
import { Memory } from './memory.ts';
import { type CallState, newCall } from './call-state.ts';
import type { Effect, Event, TimerName, Words } from './events.ts';
import { decide } from './policy.ts';
import { ScriptWording } from './script-wording.ts';
import { defaultWaits, timing } from './timing.ts';
import type { Meaning } from './wording.ts';

type UntimedEvent = Event extends infer Each ? (Each extends Event ? Omit<Each, 'atMs'> : never) : never;

const speech = (heard = 'text', meaning: Partial<Meaning> = {}, isInterrupted = false): UntimedEvent[] => [
  { type: 'speech_started' },
  { type: 'question_started', isGoodbye: meaning.ends !== undefined },
  { type: 'speech_ended', heard, isInterrupted, meaning: { by: 'model', ...meaning } },
];
const met: UntimedEvent[] = [
  { type: 'entered' },
  { type: 'visitor_met', identity: 'visitor' },
  { type: 'microphone', isOpen: true },
];
const opened = [...met, ...speech(), ...speech()];
const silence: UntimedEvent = { type: 'timer', timer: 'silence' };
const voiceStarts: UntimedEvent = { type: 'voice_started', fromMs: 1_000_000 };
const voice = (voicedMs: number): UntimedEvent[] => [
  voiceStarts,
  { type: 'voice_ended', fromMs: 1_000_000, toMs: 1_000_000 + voicedMs, voicedMs },
];

/** Feeds events to a new call, `eachMs` apart. */
function play(hasRecognizer: boolean, events: readonly UntimedEvent[], eachMs = 100) {
  let call: CallState = newCall(hasRecognizer);
  let atMs = 1_000_000;
  const effects: Effect[] = [];
  for (const event of events) {
    call = decide(call, { ...event, atMs: (atMs += eachMs) });
    effects.push(...call.effects);
  }
  return { call, effects, said: effects.flatMap((each) => (each.type === 'say' ? [each.cue.type] : [])) };
}

describe('single rules', () => {
  it.each<[string, boolean, UntimedEvent[], object]>([
    [
      'a notice that no voice can speak ends the call',
      true,
      [...met, ...speech('', { by: 'script' })],
      { type: 'end', reason: 'agent_failed' },
    ],
    [
      'a notice that breaks off before its first word ends the call',
      true,
      [...met, ...speech('', { by: 'script' }, true)],
      { type: 'end', reason: 'agent_failed' },
    ],
    [
      'a question pauses for a voice',
      true,
      [...opened, silence, { type: 'speech_started' }, voiceStarts, { type: 'voiced', voicedMs: 352 }],
      { type: 'pause' },
    ],
    [
      'a question goes on after a voice as short as a backchannel',
      true,
      [
        ...opened,
        silence,
        { type: 'speech_started' },
        voiceStarts,
        { type: 'voiced', voicedMs: 352 },
        { type: 'silent', silentMs: 96, voicedMs: 352 },
      ],
      { type: 'resume' },
    ],
    [
      'a question stops for words',
      true,
      [...opened, silence, { type: 'speech_started' }, ...voice(400), { type: 'words', text: 'Stop' }],
      { type: 'stop' },
    ],
    [
      'a question goes on after the words of a backchannel',
      true,
      [
        ...opened,
        silence,
        { type: 'speech_started' },
        voiceStarts,
        { type: 'voiced', voicedMs: 352 },
        ...voice(700).slice(1),
        { type: 'words', text: 'ok', kind: 'backchannel' },
      ],
      { type: 'resume' },
    ],
    [
      'a reply pauses sooner for a voice just after its beginning',
      true,
      [
        ...opened,
        { type: 'visitor_typed', text: 'Aziz' },
        { type: 'speech_started' },
        { type: 'question_started', isGoodbye: false },
        { type: 'voice_started', fromMs: 1_001_000 },
        { type: 'voiced', voicedMs: 160 },
      ],
      { type: 'pause' },
    ],
    [
      'a goodbye with the tool ends the call soon',
      true,
      [...opened, silence, ...speech('Bye', { ends: 'finished' })],
      { type: 'set_timer', timer: 'hang_up', ms: timing.hangUpMs },
    ],
    [
      'a goodbye without the tool ends the call a little later',
      true,
      [...opened, silence, ...speech('Bye', { isFarewell: true })],
      { type: 'set_timer', timer: 'hang_up', ms: defaultWaits.farewellMs },
    ],
    [
      'an interrupted goodbye without the tool does not end the call',
      true,
      [...opened, silence, ...speech('Good', { isFarewell: true }, true)],
      { type: 'set_timer', timer: 'silence', ms: defaultWaits.answerMs },
    ],
    [
      'an interrupted goodbye with the tool does not end the call',
      true,
      [...opened, silence, ...speech('Good', { ends: 'finished' }, true)],
      { type: 'set_timer', timer: 'silence', ms: defaultWaits.answerMs },
    ],
    [
      'typed words stop a question',
      true,
      [...opened, silence, { type: 'speech_started' }, { type: 'visitor_typed', text: 'Stop' }],
      { type: 'stop' },
    ],
    [
      'typed words revoke a goodbye',
      true,
      [...opened, silence, ...speech('Bye', { isFarewell: true }), { type: 'visitor_typed', text: 'Wait' }],
      { type: 'say', cue: { type: 'reply', text: 'Wait' } },
    ],
    [
      'keys after a goodbye delay the end of the call',
      true,
      [
        ...opened,
        silence,
        ...speech('Bye', { ends: 'finished' }),
        { type: 'visitor_typing', isTyping: true },
      ],
      { type: 'set_timer', timer: 'hang_up', ms: timing.typingMs },
    ],
    [
      'keys during a goodbye delay the end of the call, too',
      true,
      [
        ...opened,
        silence,
        { type: 'speech_started' },
        { type: 'visitor_typing', isTyping: true },
        ...speech('Bye', { ends: 'finished' }).slice(1),
      ],
      { type: 'set_timer', timer: 'hang_up', ms: timing.typingMs },
    ],
    [
      'the end of the time stops a question',
      true,
      [...opened, silence, { type: 'speech_started' }, { type: 'timer', timer: 'limit' }],
      { type: 'stop' },
    ],
    [
      'the agent says goodbye after a question that the end of the time stopped',
      true,
      [
        ...opened,
        silence,
        { type: 'speech_started' },
        { type: 'timer', timer: 'limit' },
        ...speech('What', {}, true).slice(2),
      ],
      { type: 'say', cue: { type: 'goodbye', why: 'time' } },
    ],
    [
      'spoken words revoke a goodbye',
      true,
      [
        ...opened,
        silence,
        ...speech('Bye', { isFarewell: true }),
        ...voice(500),
        { type: 'words', text: 'Wait' },
        { type: 'timer', timer: 'endpoint' },
      ],
      { type: 'say', cue: { type: 'reply', text: 'Wait' } },
    ],
    [
      'speech that is heard in two parts is one turn',
      true,
      [
        ...opened,
        ...voice(30_000),
        voiceStarts,
        { type: 'words', text: 'I sell' },
        ...voice(900).slice(1),
        { type: 'words', text: 'carpets' },
        { type: 'timer', timer: 'endpoint' },
      ],
      { type: 'say', cue: { type: 'reply', text: 'I sell carpets' } },
    ],
    [
      'a goodbye is said to the end although the time is up',
      true,
      [
        ...opened,
        silence,
        { type: 'speech_started' },
        { type: 'question_started', isGoodbye: true },
        { type: 'timer', timer: 'limit' },
        ...speech('Bye', { ends: 'finished' }).slice(2),
      ],
      { type: 'set_timer', timer: 'hang_up' },
    ],
    [
      'the call ends when the time is up while the visitor is away',
      true,
      [...opened, { type: 'visitor_lost', isForGood: false }, { type: 'timer', timer: 'limit' }],
      { type: 'end', reason: 'visitor_left' },
    ],
    [
      'a goodbye that a lost connection interrupted is said again',
      true,
      [
        ...opened,
        silence,
        { type: 'question_started', isGoodbye: true },
        { type: 'visitor_lost', isForGood: false },
        ...speech('Good', { ends: 'finished' }, true).slice(2),
        { type: 'visitor_back', identity: 'v' },
      ],
      { type: 'say', cue: { type: 'goodbye' } },
    ],
    [
      'words over a goodbye that a lost connection interrupted are answered',
      true,
      [
        ...opened,
        silence,
        { type: 'question_started', isGoodbye: true },
        ...voice(500),
        { type: 'visitor_lost', isForGood: false },
        ...speech('Good', { ends: 'finished' }, true).slice(2),
        { type: 'words', text: 'Wait' },
        { type: 'visitor_back', identity: 'v' },
      ],
      { type: 'say', cue: { type: 'reply', text: 'Wait' } },
    ],
    [
      'after a question for a short answer the wait is short',
      true,
      [
        ...met,
        ...speech(),
        ...speech('Name?', { expectsShort: true }),
        ...voice(2_000),
        { type: 'words', text: 'Aziz' },
      ],
      { type: 'set_timer', timer: 'endpoint', ms: 800 + timing.endpoint.short },
    ],
  ])('%s', (_name, hasRecognizer, events, lastEffect) =>
    expect(play(hasRecognizer, events).effects.at(-1)).toMatchObject(lastEffect),
  );

  it.each([true, false])('the report of a question names its topic', (hasRecognizer) => {
    const { effects } = play(hasRecognizer, [...met, ...speech(), ...speech('Name?', { asks: 'name' })]);
    expect(effects.findLast(({ type }) => type === 'agent_turn')).toMatchObject({ turn: { topic: 'name' } });
  });

  it('a visitor whom the agent interrupted gets longer pauses', () => {
    const waitMs = (events: readonly UntimedEvent[]) => {
      const timers = play(true, events, 0).effects.flatMap((each) =>
        each.type === 'set_timer' && each.timer === 'endpoint' ? [each.ms] : [],
      );
      return timers.at(-1) ?? NaN;
    };
    const answers: UntimedEvent[] = [...voice(0), { type: 'words', text: 'I sell carpets.', language: 'en' }];
    const talkedOver: UntimedEvent[] = [
      { type: 'timer', timer: 'endpoint' },
      { type: 'speech_started' },
      { type: 'question_started', isGoodbye: false },
      voiceStarts,
      { type: 'speech_ended', heard: 'And', isInterrupted: true, meaning: { by: 'model' } },
    ];
    expect(waitMs([...opened, ...answers])).toBe(timing.endpoint.whole);
    expect(waitMs([...opened, ...answers, ...talkedOver, ...answers.slice(1)])).toBe(timing.endpoint.patient);
  });

  it('a sentence that words interrupt ended when the voice paused it', () => {
    const { effects } = play(true, [
      ...opened,
      silence,
      { type: 'speech_started' },
      voiceStarts,
      { type: 'voiced', voicedMs: 352 },
      { type: 'voice_ended', fromMs: 1_000_000, toMs: 1_000_352, voicedMs: 352 },
      { type: 'words', text: 'Stop it please' },
      { type: 'speech_ended', heard: 'What is', isInterrupted: true, meaning: { by: 'model' } },
    ]);
    const pausedAtMs = 1_000_000 + 100 * (opened.length + 4);
    const turn = effects.flatMap((each) => (each.type === 'agent_turn' ? [each.turn] : [])).at(-1);
    expect(turn).toMatchObject({ text: 'What is', endedAtMs: pausedAtMs });
  });

  it('a turn begins with its own voice, not with an earlier sound without words', () => {
    const { effects } = play(true, [
      ...opened,
      ...voice(400),
      { type: 'words', text: '' },
      { type: 'voice_started', fromMs: 1_005_000 },
      { type: 'voice_ended', fromMs: 1_005_000, toMs: 1_006_000, voicedMs: 1_000 },
      { type: 'words', text: 'Tashkent' },
      { type: 'timer', timer: 'endpoint' },
    ]);
    const turns = effects.flatMap((each) => (each.type === 'visitor_turn' ? [each.turn] : []));
    expect(turns).toMatchObject([{ text: 'Tashkent', startedAtMs: 1_005_000 }]);
  });

  it('the notice cannot be interrupted', () => {
    const { effects } = play(true, [
      ...met,
      { type: 'speech_started' },
      voiceStarts,
      { type: 'voiced', voicedMs: 900 },
    ]);
    expect(effects.some(({ type }) => type === 'pause' || type === 'stop')).toBe(false);
  });

  it.each([true, false])(
    'after a cough over the notice the first question follows at once',
    (hasRecognizer) => {
      const words: UntimedEvent[] = hasRecognizer ? [{ type: 'words', text: '' }] : [];
      const events = [...met, voiceStarts, ...speech(), ...voice(100), ...words];
      expect(play(hasRecognizer, events).said).toEqual(['notice', 'open']);
    },
  );

  it.each([true, false])('three waits in a row: ask again, move on, goodbye', (hasRecognizer) => {
    const events = [...opened, silence, ...speech(), silence, ...speech(), silence];
    expect(play(hasRecognizer, events, 8_000).said).toEqual([
      'notice',
      'open',
      'ask_again',
      'move_on',
      'goodbye',
    ]);
  });
});

describe.each(languages)('after “Goodbye!” without the tool (%s)', (language) => {
  const farewells = { uz: 'Qoʻngʻiroq qilamiz. Xayr!', ru: 'Мы позвоним. До свидания!', en: 'Goodbye!' };
  const questions = { uz: 'Narxi qancha?', ru: 'Сколько это стоит?', en: 'How much is it?' };
  const farewell = farewells[language];

  /** The script's answers to these words after the farewell. */
  function answersTo(...words: UntimedEvent[]): string[] {
    const memory = new Memory(interviewPlan.parse({}), language);
    memory.add('agent', farewell);
    const script = new ScriptWording(memory);
    const goodbye = [...opened, silence, ...speech(farewell, { isFarewell: true })];
    const { effects } = play(true, [...goodbye, ...words, { type: 'timer', timer: 'endpoint' }]);
    const cues = effects.slice(play(true, goodbye).effects.length);
    return cues.flatMap((each) => {
      if (each.type !== 'say') return [];
      const { lead, rest } = script.say(each.cue);
      return [[...lead, ...(Array.isArray(rest) ? rest : [])].join(' ')];
    });
  }

  it.each<[string, UntimedEvent]>([
    ['a backchannel', { type: 'words', text: 'ok', kind: 'backchannel' }],
    ['a cough that no recogniser understood', { type: 'words' }],
  ])('%s gets no answer', (_name, words) => expect(answersTo(...voice(500), words)).toEqual([]));

  it('the script answers a question, but asks none', () => {
    const messages = messagesOf[language];
    expect(answersTo(...voice(900), { type: 'words', text: questions[language] })).toEqual([
      `${messages.agent_person} ${messages.agent_goodbye}`,
    ]);
    expect(answersTo({ type: 'visitor_typed', text: 'ok' })).toEqual([messages.agent_goodbye]);
  });
});

/** Reproducible random numbers, 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A loss of the connection and the end of the time are rare, because they end most calls. */
function anyEvent(random: () => number, timers: ReadonlySet<TimerName>): UntimedEvent {
  const oneOf = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[Math.floor(random() * values.length)] ?? values[0];
  const chance = () => random() < 0.5;
  const voicedMs = Math.round(64 + random() * 1_936);
  const nextTimer = (): UntimedEvent => {
    const timer = oneOf<TimerName>(['limit', ...[...timers].filter((each) => each !== 'limit')]);
    return timer === 'limit' && random() < 0.99 ? { type: 'speech_started' } : { type: 'timer', timer };
  };
  return oneOf<() => UntimedEvent>([
    () => ({ type: 'visitor_met', identity: 'v' }),
    () => ({ type: 'visitor_back', identity: 'v' }),
    () => (random() < 0.1 ? { type: 'visitor_lost', isForGood: random() < 0.1 } : nextTimer()),
    () => (random() < 0.02 ? { type: 'failed' } : { type: 'speech_started' }),
    () => ({ type: 'visitor_typing', isTyping: chance() }),
    () => ({ type: 'microphone', isOpen: chance() }),
    () => ({ type: 'visitor_typed', text: oneOf(['hello', 'Aziz']) }),
    () => ({ type: 'voice_started', fromMs: 1_000 }),
    () => ({ type: 'voiced', voicedMs }),
    () => ({ type: 'silent', silentMs: 96, voicedMs }),
    () => ({ type: 'voice_ended', fromMs: 1_000, toMs: 1_500, voicedMs }),
    () => ({
      type: 'words',
      ...oneOf<Partial<Words>>([
        { text: 'yes' },
        { text: '' },
        {},
        { text: 'mhm', kind: 'backchannel' },
        { text: 'text', kind: 'echo' },
      ]),
    }),
    () => ({ type: 'question_started', isGoodbye: chance() }),
    () => ({
      type: 'speech_ended',
      heard: oneOf(['', 'text', 'text']),
      isInterrupted: chance(),
      meaning: {
        by: oneOf(['script', 'model']),
        isFarewell: chance(),
        ...(random() < 0.3 && { ends: 'finished' }),
      },
    }),
    nextTimer,
    nextTimer,
  ])();
}

interface Transition {
  event: Event;
  before: CallState;
  after: CallState;
  effects: readonly Effect[];
  timers: ReadonlySet<TimerName>;
}

/**
 * Checks `holds` after each of many random events, and skips impossible ones, such as a timer that is not set.
 * Throws instead of calling `expect`, which would take most of the time.
 */
function always(holds: (seen: Transition) => boolean): void {
  for (let seed = 0; seed < 10_000; seed++) {
    const random = randomFrom(seed);
    const hasRecognizer = random() < 0.5;
    let call = newCall(hasRecognizer);
    let atMs = 1_000;
    let pendingWords = 0;
    let isVoiceOpen = false;
    const timers = new Set<TimerName>();
    const isPossible = (event: UntimedEvent): boolean => {
      switch (event.type) {
        case 'timer':
          return timers.delete(event.timer);
        case 'speech_started':
        case 'question_started':
        case 'speech_ended':
          return call.phase === 'speaking' || (call.phase === 'away' && event.type === 'speech_ended');
        case 'voice_started':
          return !isVoiceOpen && (isVoiceOpen = true);
        case 'voiced':
        case 'silent':
          return isVoiceOpen;
        case 'voice_ended':
          if (!isVoiceOpen) return false;
          isVoiceOpen = false;
          pendingWords += hasRecognizer ? 1 : 0;
          return true;
        case 'words':
          return pendingWords > 0 && pendingWords-- > 0;
        default:
          return true;
      }
    };
    const feed = (untimed: UntimedEvent) => {
      if (!isPossible(untimed)) return;
      const event: Event = { ...untimed, atMs: (atMs += 250) };
      const before = call;
      const after = decide(before, event);
      const { effects } = after;
      call = after;
      for (const effect of effects) {
        if (effect.type === 'set_timer') timers.add(effect.timer);
        if (effect.type === 'clear_timer') timers.delete(effect.timer);
      }
      const seen = { event, before, after, effects, timers };
      if (!holds(seen)) throw new Error(`seed ${seed}: ${JSON.stringify(seen)}`);
      // A stopped utterance has ended by then.
      if (effects.some(({ type }) => type === 'stop'))
        feed({ type: 'speech_ended', heard: 'te', isInterrupted: true, meaning: { by: 'model' } });
    };
    // Some visitors come later, or not at all.
    for (const event of random() < 0.9 ? met : met.slice(0, 1)) feed(event);
    for (let length = random() * 100; length > 0; length--) feed(anyEvent(random, timers));
  }
}

/** True if the visitor has just heard a whole goodbye, with or without the tool. */
function hasSaidGoodbye({ phase, speaking }: CallState, event: Event): boolean {
  if (phase !== 'speaking' || speaking === undefined || event.type !== 'speech_ended') return false;
  const { isInterrupted, meaning } = event;
  if (isInterrupted || speaking.cue.type === 'notice') return false;
  return speaking.isGoodbye || meaning.isFarewell === true || meaning.ends !== undefined;
}

/** The policy's phases as drawn in docs/architecture.md. */
const drawnPhases = () =>
  /^ {2}\[\*\] --> arriving.*?(?=^```)/ms.exec(readFileSync('docs/architecture.md', 'utf8'))?.[0];

describe('whatever happens', () => {
  it('the endpoint timer fires in silence, and after all words of the turn', () =>
    always(({ before: { phase, openTurn, voiceSinceMs }, event }) => {
      if (event.type !== 'timer' || event.timer !== 'endpoint') return true;
      return phase === 'listening' && openTurn?.pending === 0 && voiceSinceMs === undefined;
    }));

  it('a call ends once, and nothing follows', () =>
    always(({ before, effects }) => {
      if (before.phase === 'over') return effects.length === 0;
      const at = effects.findIndex(({ type }) => type === 'end');
      return at === -1 || at === effects.length - 1;
    }));

  it('nothing is said after a goodbye, unless the visitor says or types something', () => {
    let isClosed = false;
    always(({ before, event, effects }) => {
      if (before.phase === 'arriving') isClosed = false;
      if (hasSaidGoodbye(before, event)) isClosed = true;
      for (const each of effects) {
        if (each.type !== 'say') continue;
        const { cue } = each;
        const isAllowed =
          cue.type === 'goodbye' ||
          (cue.type === 'reply' && Boolean(cue.text) && !/^(?:mhm|text)/.test(cue.text ?? ''));
        if (isClosed && !isAllowed) return false;
        isClosed = false;
      }
      return true;
    });
  });

  it('the policy always waits for something: a timer, a voice, words, or the agent’s own speech', () =>
    always(({ after, timers }) => {
      const { phase, openTurn, voiceSinceMs, speaking } = after;
      const waits: Record<CallState['phase'], boolean> = {
        arriving: timers.has('arrival'),
        speaking: speaking !== undefined,
        away: timers.has('return'),
        listening:
          timers.has('silence') ||
          timers.has('endpoint') ||
          voiceSinceMs !== undefined ||
          (openTurn?.pending ?? 0) > 0,
        closing: timers.has('hang_up') || voiceSinceMs !== undefined,
        over: true,
      };
      const isLimited = phase === 'arriving' || phase === 'over' || timers.has('limit') || after.isFinal;
      return waits[phase] && isLimited;
    }));

  it('nothing is said to a visitor who is gone, and the wait for them ends', () => {
    let isGone = false;
    always(({ before, event: { type }, after: { phase, ending }, effects, timers }) => {
      if (before.phase === 'arriving' || type === 'visitor_back') isGone = false;
      if (type === 'visitor_lost') isGone = true;
      if (!isGone || phase === 'arriving' || phase === 'over') return true;
      const isLimited = ending !== undefined || timers.has('return') || timers.has('hang_up');
      return isLimited && effects.every((each) => each.type !== 'say');
    });
  });

  it('a turn begins before it ends, and a visitor’s words are reported', () =>
    always(({ before, after, effects }) => {
      for (const each of effects)
        if (each.type === 'visitor_turn' || each.type === 'agent_turn')
          if (each.turn.endedAtMs < each.turn.startedAtMs) return false;
      const isDropped = before.openTurn?.text !== undefined && after.openTurn?.text === undefined;
      return !isDropped || effects.some(({ type }) => type === 'visitor_turn');
    }));

  it('docs/architecture.md draws each change of phase', () => {
    const arrows = new Map<string, Map<string, Set<string>>>();
    always(({ before, event, after, effects }) => {
      const said = effects.find((each) => each.type === 'say');
      if (before.phase === after.phase && said === undefined) return true;
      const arrow = `${before.phase} --> ${after.phase}`;
      const cause = event.type === 'timer' ? `${event.timer} timer` : event.type;
      const causes = arrows.get(arrow) ?? new Map();
      const cues = causes.get(cause) ?? new Set();
      if (said !== undefined) cues.add(said.cue.type);
      arrows.set(arrow, causes.set(cause, cues));
      return true;
    });
    const lines = [...arrows].flatMap(([arrow, causes]) =>
      [...causes].map(
        ([cause, cues]) => `  ${arrow}: ${[cause, [...cues].sort().join(', ')].filter(Boolean).join(' / ')}`,
      ),
    );
    expect(drawnPhases()).toBe(['  [*] --> arriving', ...lines.sort(), '  over --> [*]', ''].join('\n'));
  });
});
