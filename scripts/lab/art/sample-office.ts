import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Passage } from '../../../lib/contracts/leads.ts';
import type { LiveCalls } from '../../../lib/contracts/office.ts';

const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();

const visitors = [
  {
    name: 'Азиза',
    language: 'ru',
    goal: 'Голосовой помощник для клиники: запись к врачу и напоминания о приёме',
  },
  { name: 'Botir', language: 'uz', goal: 'Mijozlarning qoʻngʻiroqlariga tunda ham javob berish' },
  { name: 'Дильшод', language: 'ru', goal: 'Озвучить аудиокниги на узбекском' },
  { name: 'Nodira', language: 'uz', goal: 'Doʻkon uchun buyurtmalarni qabul qiladigan agent' },
] as const;
type SampleVisitor = (typeof visitors)[number];

const wave = Array.from({ length: 200 }, (_, i) =>
  Math.round(60 + 190 * Math.abs(Math.sin(i * 1.7) * Math.sin(i / 25))),
);
/** The visitor's half and then the agent's. */
const peaks = Buffer.from([...wave, ...wave.toReversed()]);

function dialogueOf({ name, goal, language }: SampleVisitor, hasGoal: boolean): Passage[] {
  const isRussian = language === 'ru';
  const asked = isRussian ? 'Здравствуйте! Как вас зовут?' : 'Assalomu alaykum! Ismingiz nima?';
  const offered = isRussian ? 'Чем можем помочь?' : 'Sizga qanday yordam bera olamiz?';
  const named: Passage[] = [
    { speaker: 'agent', fromS: 0.6, toS: 3.9, text: asked, topic: 'name', waitS: null },
    { speaker: 'visitor', fromS: 4.6, toS: 6.2, text: `${name}.`, topic: 'name', waitS: null },
    { speaker: 'agent', fromS: 6.6, toS: 9.1, text: offered, topic: 'goal', waitS: 0.4 },
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
    `INSERT INTO "DeskView" ("id", "name", "query") VALUES (gen_random_uuid(), 'На русском', 'language=ru')`,
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
    hasLeft: i % 5 === 3,
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
  const { name: ism, goal: maqsad, language } = visitor;
  const summary = { ism, kasb: 'boshqaruvchi', maqsad, ehtiyojlar: ['narxlar', 'shartnoma'] };
  const answers = i % 3 === 0 ? [{ topic: 'profession', field: 'kasb', value: 'boshqaruvchi' }] : [];
  const verdict = { criterion: 'Вежливость', met: true, why: 'Агент поздоровался и поблагодарил.' };
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
    peaks: hasAudio ? peaks : null,
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
    mark: i % 5 === 2 ? 'called' : i % 7 === 5 ? 'closed' : 'to_call',
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
