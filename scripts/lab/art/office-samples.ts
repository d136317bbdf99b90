import type { Insights } from '../../../lib/contracts/insights.ts';
import type { LeadDetail } from '../../../lib/contracts/leads.ts';
import type { LiveCalls } from '../../../lib/contracts/office.ts';

const told = { count: 40, median: 420, p95: 900 };

/** Figures of two days. */
export const sampleInsights: Insights = {
  calls: 40,
  reachedEnd: 30,
  length: { count: 40, median: 75, p95: 140 },
  answer: told,
  firstWord: told,
  agentAnswer: told,
  model: { calls: 38, promptTokens: 152_000, outputTokens: 3_800, costUsd: 0.152 },
  ends: [
    { end: 'agent_closed', calls: 30 },
    { end: 'visitor_left', calls: 10 },
  ],
  left: [
    { topic: 'goal', calls: 7 },
    { topic: 'topic_5', name: 'the size of the carpet', calls: 2 },
    { topic: null, calls: 1 },
  ],
  funnel: [
    { topic: 'name', calls: 38 },
    { topic: 'profession', calls: 37 },
    { topic: 'goal', calls: 37 },
    { topic: 'needs', calls: 30 },
  ],
  languages: [
    { language: 'uz', calls: 31 },
    { language: 'ru', calls: 9 },
  ],
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, calls: hour % 5 })),
  weekdays: Array.from({ length: 7 }, (_, day) => ({ weekday: day + 1, calls: day })),
  step: 'day',
  periods: [
    { day: '2026-11-20', calls: 18, reachedEnd: 14 },
    { day: '2026-11-21', calls: 22, reachedEnd: 16 },
  ],
  marks: [{ day: '2026-11-21', mark: 'to_call', leads: 12 }],
  outcomes: [{ outcome: 'reached', leads: 8 }],
};

const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();
const wave = Array.from(
  { length: 40 },
  (_, i) => 60 + Math.round(190 * Math.abs(Math.sin(i * 1.7) * Math.sin(i / 5))),
);

const wishes = [
  ['Азиза', 'Голосовой помощник для клиники: запись к врачу и напоминания о приёме'],
  ['Botir', 'Mijozlarning qoʻngʻiroqlariga tunda ham javob berish'],
  ['Дильшод', 'Озвучить аудиокниги на узбекском'],
  ['Nodira', 'Doʻkon uchun buyurtmalarni qabul qiladigan agent'],
] as const;

/** Leads in each state that an operator meets; the first one is overdue. */
export const sampleLeads: LeadDetail[] = Array.from({ length: 18 }, (_, i): LeadDetail => {
  const [ism, maqsad] = wishes[i % wishes.length] ?? wishes[0];
  const hasAudio = i % 6 !== 4;
  return {
    _id: `lead-${i}`,
    phoneNumber: `+99890${String(1_234_567 + i * 73_519).slice(0, 7)}`,
    createdAt: ago(4 + i * i * 41),
    duration: 75 + i * 7,
    audioSize: 1_310_720 + i * 40_000,
    roomName: `chat-17637000000${i}-abc`,
    processingStatus: i === 1 ? 'processing' : i === 3 ? 'failed' : 'completed',
    processingError: i === 3 ? 'The speech service did not answer in time.' : undefined,
    processingErrorCode: i === 3 ? 'speech_timeout' : undefined,
    summary: JSON.stringify({ ism, kasb: 'boshqaruvchi', maqsad, ehtiyojlar: ['narxlar', 'shartnoma'] }),
    language: 'uz',
    hasAudio,
    turns: [
      { speaker: 'agent', fromS: 0.6, toS: 3.9, text: 'Assalomu alaykum! Ismingiz nima?' },
      { speaker: 'visitor', fromS: 4.6, toS: 6.2, text: `${ism}.` },
      { speaker: 'agent', fromS: 6.6, toS: 9.1, text: 'Sizga qanday yordam bera olamiz?', waitS: 0.4 },
      { speaker: 'visitor', fromS: 9.8, toS: 14.2, text: maqsad },
    ],
    medianWaitS: 0.4,
    missing: [],
    missed: i % 12 === 4,
    mark: i % 5 === 2 ? 'called' : i % 7 === 5 ? 'closed' : 'to_call',
    note: i === 0 ? 'Просила перезвонить после обеда' : '',
    callBack: i === 0 ? { when: 'ertaga soat oʻnda', at: ago(95) } : undefined,
    nextAt: i === 0 ? ago(95) : i === 6 ? ago(-2000) : undefined,
    nextStep: i === 0 ? 'ertaga soat oʻnda' : '',
    attemptCount: i === 0 ? 1 : 0,
    samePhoneCount: i === 0 ? 2 : 1,
    wave: hasAudio ? { visitor: wave, agent: wave.toReversed() } : undefined,
    interview: hasAudio
      ? { end: i % 5 === 3 ? 'visitor_left' : 'agent_closed', answered: 2 + (i % 3), questions: 4 }
      : undefined,
    peaks: { visitor: wave, agent: wave.toReversed() },
    attempts: [{ at: ago(200), outcome: 'no_answer', note: '' }],
    samePhone: [{ _id: 'lead-17', createdAt: ago(9000), duration: 61, hasAudio: true, mark: 'called' }],
    verdicts: [{ criterion: 'Вежливость', met: true, why: 'Агент поздоровался и поблагодарил.' }],
  };
});

export const sampleViews = {
  counts: { all: 18, due: 1, to_call: 12, called: 4, closed: 2, no_recording: 3, missed: 2 },
  own: [{ id: '0197a5b2-0000-7000-8000-000000000000', name: 'Клиники', query: 'q=klinika', count: 5 }],
};

export const sampleLive: LiveCalls = {
  calls: [
    {
      room: 'chat-1763700000000-live',
      phone: '+998901234567',
      language: 'uz',
      startedAt: ago(1),
      mayListen: true,
      turns: [
        { index: 0, speaker: 'agent', text: 'Assalomu alaykum! Ismingiz nima?' },
        { index: 1, speaker: 'visitor', text: 'Aziza.' },
        { index: 2, speaker: 'agent', text: 'Sizga qanday yordam bera olamiz?' },
      ],
    },
  ],
};
