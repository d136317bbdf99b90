import type { Passage } from '../../../../lib/contracts/leads.ts';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { searchedText } from '../../../../lib/server/leads/lead-query.ts';

export const leadCount = 10_000;
const atOnce = 500;
const minuteMs = 60_000;
const peaks = Buffer.alloc(800, 90).toString('hex');

const names = [
  'Aziz',
  'Dilnoza',
  'Jasur',
  'Madina',
  'Oʻktam',
  'Gʻayrat',
  'Nilufar',
  'Sardor',
  'Zuhra',
  'Bekzod',
];
const trades = ['dasturchi', 'oʻqituvchi', 'shifokor', 'tadbirkor', 'muhandis', 'sotuvchi', 'hisobchi'];
const needs = ['narxlar', 'yetkazib berish', 'kuniga ming qoʻngʻiroq', 'rus tili', 'hisobot', 'integratsiya'];
const questions = [
  'Assalomu alaykum! Men Ovoz yordamchisiman. Ismingiz nima?',
  'Tanishganimdan xursandman. Qaysi sohada ishlaysiz?',
  'Bizga nima maqsadda murojaat qildingiz?',
  'Sizga aynan nimalar kerak boʻladi?',
  'Rahmat! Mutaxassisimiz siz bilan tez orada bogʻlanadi. Xayr, salomat boʻling!',
];

interface MadeLead {
  id: string;
  phone: string;
  createdAt: string;
  durationS: number;
  room: string;
  dialogue: Passage[];
  transcription: string;
  summary: string;
  searched: string;
}

/** Inserts processed leads, one per minute up to now, each with the recording `audioKey`. */
export async function makeLeads(pool: pg.Pool, audioKey: string, audioBytes: number): Promise<void> {
  for (let from = 0; from < leadCount; from += atOnce) {
    const leads = Array.from({ length: atOnce }, (_, i) => lead(from + i));
    await pool.query(
      `INSERT INTO "Lead" ("id", "phone", "createdAt", "updatedAt", "durationS", "audioBytes", "room", "language", "audioKey",
         "audioType", "status", "summary", "transcription", "dialogue", "peaks", "searched", "announced")
       SELECT "id", "phone", "createdAt", now(), "durationS", $2, "room", 'uz', $3, 'audio/webm', 'completed', "summary"::json,
         "transcription", "dialogue", decode($4, 'hex'), "searched", true
       FROM jsonb_to_recordset($1) AS made("id" uuid, "phone" text, "createdAt" timestamp, "durationS" int, "room" text,
         "summary" text, "transcription" text, "dialogue" jsonb, "searched" text)`,
      [JSON.stringify(leads), audioBytes, audioKey, peaks],
    );
  }
  await pool.query('VACUUM ANALYZE "Lead"');
}

const of = <T>(list: T[], i: number): T | undefined => list[i % list.length];

function lead(i: number): MadeLead {
  const phone = `+99890${String(1_000_000 + i)}`;
  const dialogue = conversation(i);
  const transcription = dialogue
    .map(({ speaker, text }) => `${speaker === 'agent' ? 'Agent' : 'Visitor'}: ${text}`)
    .join('\n');
  const summary = JSON.stringify({
    ism: of(names, i),
    kasb: of(trades, i),
    maqsad: 'Mijozlar bilan ovozli muloqotni yoʻlga qoʻymoqchi',
    asosiy_mavzular: ['ovozli yordamchi', of(needs, i)],
    ehtiyojlar: [of(needs, i), of(needs, i + 2)],
    keyingi_qadamlar: ['ertaga qoʻngʻiroq qilish', 'narxlarni yuborish'],
  });
  return {
    id: randomUUID(),
    phone,
    createdAt: new Date(Date.now() - i * minuteMs).toISOString(),
    durationS: 60 + (i % 240),
    room: `chat-bench-${i}`,
    dialogue,
    transcription,
    summary,
    searched: searchedText({ phone, transcription, summary }),
  };
}

function conversation(i: number): Passage[] {
  const answers = [
    `Mening ismim ${of(names, i)}, Toshkentdan qoʻngʻiroq qilyapman.`,
    `Men ${of(trades, i)} boʻlib ishlayman, kichik jamoamiz bor.`,
    'Mijozlarimiz bilan ovozli muloqotni yoʻlga qoʻymoqchimiz.',
    `Bizga ${of(needs, i)} va ${of(needs, i + 2)} boʻyicha yordam kerak.`,
  ];
  return questions.flatMap((text, n): Passage[] => {
    const fromS = n * 12 + 0.5;
    const waitS = n === 0 ? null : 0.3 + ((i + n) % 7) / 10;
    const asked: Passage = { speaker: 'agent', fromS, toS: fromS + 4.2, text, topic: null, waitS };
    const answer = answers[n];
    if (answer === undefined) return [asked];
    return [
      asked,
      { speaker: 'visitor', fromS: fromS + 5, toS: fromS + 9.8, text: answer, topic: null, waitS: null },
    ];
  });
}
