import type pg from 'pg';
import type { Passage } from '../../../../lib/contracts/leads.ts';

export const leadCount = 10_000;

const sentences = [
  'Assalomu alaykum! Men Ovoz yordamchisiman. Ismingiz nima?',
  'Mening ismim Oʻktam, Toshkentdan qoʻngʻiroq qilyapman.',
  'Tanishganimdan xursandman. Qaysi sohada ishlaysiz?',
  'Men tadbirkor boʻlib ishlayman, kichik jamoamiz bor.',
  'Bizga nima maqsadda murojaat qildingiz?',
  'Mijozlarimiz bilan ovozli muloqotni yoʻlga qoʻymoqchimiz.',
  'Sizga aynan nimalar kerak boʻladi?',
  'Bizga narxlar va yetkazib berish boʻyicha yordam kerak.',
  'Rahmat! Mutaxassisimiz siz bilan tez orada bogʻlanadi. Xayr, salomat boʻling!',
];
const dialogue = sentences.map((text, n): Passage => {
  const isAgent = n % 2 === 0;
  const waitS = isAgent && n > 0 ? 0.6 : null;
  return { speaker: isAgent ? 'agent' : 'visitor', fromS: n * 6, toS: n * 6 + 5, text, topic: null, waitS };
});
const summary = {
  ism: 'Oʻktam',
  kasb: 'tadbirkor',
  maqsad: 'Mijozlar bilan ovozli muloqotni yoʻlga qoʻymoqchi',
  asosiy_mavzular: ['ovozli yordamchi', 'narxlar'],
  ehtiyojlar: ['narxlar', 'yetkazib berish'],
  keyingi_qadamlar: ['ertaga qoʻngʻiroq qilish', 'narxlarni yuborish'],
};
const peaks = Buffer.alloc(800, 90);

/** Inserts processed leads, one per minute up to now, each with the recording `audioKey`. */
export async function makeLeads(pool: pg.Pool, audioKey: string, audioBytes: number): Promise<void> {
  await pool.query(
    `INSERT INTO "Lead" ("id", "phone", "createdAt", "updatedAt", "durationS", "audioBytes", "room", "language", "audioKey",
       "audioType", "status", "summary", "transcription", "dialogue", "peaks", "searched", "announced")
     SELECT gen_random_uuid(), '+99890' || 1000000 + i, (now() AT TIME ZONE 'UTC') - make_interval(mins => i), now(),
       60 + i % 240, $1, 'chat-bench-' || i, 'uz', $2, 'audio/webm', 'completed', $3, $4, $5, $6, $4, true
     FROM generate_series(1, ${leadCount}) AS i`,
    [audioBytes, audioKey, JSON.stringify(summary), sentences.join('\n'), JSON.stringify(dialogue), peaks],
  );
  await pool.query('VACUUM ANALYZE "Lead"');
}
