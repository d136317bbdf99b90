import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Passage } from '../../../lib/contracts/leads.ts';
import type { LiveCalls } from '../../../lib/contracts/office.ts';

const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();

/** Each lead is in one language: the visitor's. */
const visitors = [
  {
    name: 'Азиза',
    language: 'ru',
    profession: 'администратор клиники',
    goal: 'Голосовой помощник для клиники: запись к врачу и напоминания о приёме',
    needs: ['цены', 'договор'],
  },
  {
    name: 'Botir',
    language: 'uz',
    profession: 'sotuv boʻlimi boshligʻi',
    goal: 'Mijozlarning qoʻngʻiroqlariga tunda ham javob berish',
    needs: ['narxlar', 'shartnoma'],
  },
  {
    name: 'Emma',
    language: 'en',
    profession: 'hotel manager',
    goal: 'An agent that takes bookings when the front desk is busy',
    needs: ['prices', 'a trial week'],
  },
  {
    name: 'Nodira',
    language: 'uz',
    profession: 'doʻkon egasi',
    goal: 'Doʻkon uchun buyurtmalarni qabul qiladigan agent',
    needs: ['yetkazib berish', 'Telegram'],
  },
  {
    name: 'Дильшод',
    language: 'ru',
    profession: 'издатель',
    goal: 'Озвучить аудиокниги на узбекском',
    needs: ['примеры голоса', 'сроки'],
  },
] as const;
type SampleVisitor = (typeof visitors)[number];

const sentences = {
  uz: {
    ask: 'Assalomu alaykum! Ismingiz nima?',
    offer: 'Sizga qanday yordam bera olamiz?',
    criterion: 'Xushmuomalalik',
    why: 'Agent salomlashdi va rahmat aytdi.',
  },
  ru: {
    ask: 'Здравствуйте! Как вас зовут?',
    offer: 'Чем можем помочь?',
    criterion: 'Вежливость',
    why: 'Агент поздоровался и поблагодарил.',
  },
  en: {
    ask: 'Hello! What’s your name?',
    offer: 'What brings you here today?',
    criterion: 'Politeness',
    why: 'The agent greeted and thanked the visitor.',
  },
};

/** The visitor's half and then the agent's: one speaks while the other listens. */
function peaksOf(i: number): Buffer {
  const turn = (at: number) => Math.sin(at / (9 + (i % 5) * 2) + i * 1.3);
  const loud = (at: number) => 50 + 200 * Math.abs(Math.sin(at * 1.7 + i) * Math.cos(at * 0.61));
  const half = (isSpeaking: (value: number) => boolean) =>
    Array.from({ length: 200 }, (_, at) => (isSpeaking(turn(at)) ? Math.round(loud(at)) : 4));
  return Buffer.from([...half((value) => value > 0.1), ...half((value) => value < -0.1)]);
}

function dialogueOf({ name, goal, language }: SampleVisitor, hasGoal: boolean): Passage[] {
  const { ask, offer } = sentences[language];
  const named: Passage[] = [
    { speaker: 'agent', fromS: 0.6, toS: 3.9, text: ask, topic: 'name', waitS: null },
    { speaker: 'visitor', fromS: 4.6, toS: 6.2, text: `${name}.`, topic: 'name', waitS: null },
    { speaker: 'agent', fromS: 6.6, toS: 9.1, text: offer, topic: 'goal', waitS: 0.4 },
  ];
  const told = { speaker: 'visitor', fromS: 9.8, toS: 14.2, text: goal, topic: 'goal', waitS: null } as const;
  return hasGoal ? [...named, told] : named;
}

/** Fills a product with leads in each state that an operator meets. The first one is overdue. */
export async function fillOffice(databaseUrl: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let i = 0; i < 18; i++) await addLead(client, i);
  await client.query(
    `INSERT INTO "DeskView" ("id", "name", "query") VALUES (gen_random_uuid(), 'RU', 'language=ru')`,
  );
  await client.end();
}

function factsOf(i: number) {
  return {
    visitor: visitors[i % visitors.length] ?? visitors[0],
    // The last one has the number of the first.
    phone: `+99890${String(1_234_567 + (i % 17) * 73_519).slice(0, 7)}`,
    createdAt: ago(4 + i * i * 41),
    durationS: 75 + i * 7,
    hasLeft: i % 7 === 3,
    isMissed: i % 12 === 4,
    hasAudio: i % 6 !== 4,
    hasFailed: i === 3,
  };
}
type SampleFacts = ReturnType<typeof factsOf>;

async function addLead(client: pg.Client, i: number): Promise<void> {
  const facts = factsOf(i);
  const dialogue = dialogueOf(facts.visitor, !facts.hasLeft);
  const callId = facts.isMissed ? null : await addCall(client, i, facts, dialogue);
  const columns = { ...callColumns(i, facts, dialogue), ...deskColumns(i), callId };
  const names = Object.keys(columns);
  await client.query(
    `INSERT INTO "Lead" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(columns),
  );
  if (i === 0)
    await client.query(
      `INSERT INTO "Attempt" ("id", "leadId", "at", "outcome") VALUES (gen_random_uuid(), $1, $2, 'no_answer')`,
      [columns.id, ago(200)],
    );
}

async function addCall(
  client: pg.Client,
  i: number,
  { phone, visitor, createdAt, durationS, hasLeft }: SampleFacts,
  dialogue: Passage[],
): Promise<string> {
  const id = randomUUID();
  const end = hasLeft ? 'visitor_left' : 'agent_closed';
  await client.query(
    `INSERT INTO "Call" ("id", "room", "phone", "language", "browserHash", "createdAt", "startedAt", "endedAt", "endReason")
     VALUES ($1, $2, $3, $4, 'sample', $5::timestamp, $5::timestamp, $5::timestamp + make_interval(secs => $6), $7)`,
    [id, `chat-17637000000${i}-abc`, phone, visitor.language, createdAt, durationS, end],
  );
  for (const [at, { speaker, fromS, toS, text, topic }] of dialogue.entries())
    await client.query(
      `INSERT INTO "Turn" ("callId", "index", "speaker", "startedAt", "endedAt", "text", "topic", "metrics")
       SELECT "id", $2, $3, "startedAt" + make_interval(secs => $4), "startedAt" + make_interval(secs => $5), $6, $7, $8
       FROM "Call" WHERE "id" = $1`,
      [id, at, speaker, fromS, toS, text, topic, speaker === 'agent' ? { totalMs: 420 } : null],
    );
  return id;
}

/** The columns of a lead that its call fills. */
function callColumns(i: number, facts: SampleFacts, dialogue: Passage[]) {
  const { visitor, phone, createdAt, durationS, isMissed, hasAudio, hasFailed } = facts;
  const { name: ism, profession: kasb, goal: maqsad, needs: ehtiyojlar, language } = visitor;
  const { criterion, why } = sentences[language];
  const summary = { ism, kasb, maqsad, ehtiyojlar };
  const answers = i % 3 === 0 ? [{ topic: 'profession', field: 'kasb', value: kasb }] : [];
  const verdict = { criterion, met: true, why };
  return {
    id: randomUUID(),
    phone,
    createdAt,
    updatedAt: createdAt,
    language,
    missed: isMissed,
    durationS: isMissed ? 0 : durationS,
    audioBytes: hasAudio ? 1_310_720 + i * 40_000 : 0,
    audioKey: hasAudio ? `sample-${i}` : null,
    audioType: hasAudio ? 'audio/webm' : null,
    peaks: hasAudio ? peaksOf(i) : null,
    room: `chat-17637000000${i}-abc`,
    status: hasFailed ? 'failed' : 'completed',
    error: hasFailed ? 'The speech service did not answer in time.' : null,
    errorCode: hasFailed ? 'speech_timeout' : null,
    summary: isMissed ? null : JSON.stringify(summary),
    answers: JSON.stringify(answers),
    dialogue: isMissed ? null : JSON.stringify(dialogue),
    verdicts: JSON.stringify(isMissed ? [] : [verdict]),
  };
}

/** The columns that the visitor's wishes and the office fill. */
function deskColumns(i: number) {
  const isFirst = i === 0;
  return {
    mark: i % 4 === 2 ? 'called' : i % 7 === 5 ? 'closed' : 'to_call',
    note: isFirst ? 'Просила перезвонить после обеда' : '',
    callBack: isFirst ? 'завтра в десять' : null,
    callBackAt: isFirst ? ago(95) : null,
    nextAt: isFirst ? ago(95) : i === 6 ? ago(-2000) : null,
    nextStep: isFirst ? 'завтра в десять' : '',
  };
}

/** A call that is going on, as GET /api/admin/live answers. */
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
