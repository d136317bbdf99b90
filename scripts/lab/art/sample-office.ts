import { randomUUID } from 'node:crypto';
import { withClient } from '../../../lib/server/platform/with-client.ts';
import type { Passage } from '../../../lib/contracts/leads.ts';

const leadCount = 18;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const later = (iso: string, seconds: number) => new Date(Date.parse(iso) + seconds * 1000).toISOString();

/** Visitors and what is said in their calls; each lead is in one language. */
const visitors = [
  {
    name: 'Азиза',
    language: 'ru',
    profession: 'администратор клиники',
    goal: 'Голосовой помощник для клиники: запись к врачу и напоминания о приёме',
    needs: ['цены', 'договор'],
    ask: 'Здравствуйте! Как вас зовут?',
    offer: 'Чем можем помочь?',
    criterion: 'Вежливость',
    why: 'Агент поздоровался и поблагодарил.',
  },
  {
    name: 'Nodira',
    language: 'uz',
    profession: 'doʻkon egasi',
    goal: 'Doʻkon uchun buyurtmalarni qabul qiladigan agent',
    needs: ['yetkazib berish', 'Telegram'],
    ask: 'Assalomu alaykum! Ismingiz nima?',
    offer: 'Sizga qanday yordam bera olamiz?',
    criterion: 'Xushmuomalalik',
    why: 'Agent salomlashdi va rahmat aytdi.',
  },
  {
    name: 'Emma',
    language: 'en',
    profession: 'hotel manager',
    goal: 'An agent that takes bookings when the front desk is busy',
    needs: ['prices', 'a trial week'],
    ask: 'Hello! What’s your name?',
    offer: 'What brings you here today?',
    criterion: 'Politeness',
    why: 'The agent greeted and thanked the visitor.',
  },
] as const;

/** The peaks of the visitor's channel and then of the agent's: one speaks while the other listens. */
function peaksOf(i: number): Buffer {
  const turn = (at: number) => Math.sin(at / (9 + (i % 5) * 2) + i * 1.3);
  const loud = (at: number) => 50 + 200 * Math.abs(Math.sin(at * 1.7 + i) * Math.cos(at * 0.61));
  const half = (isSpeaking: (value: number) => boolean) =>
    Array.from({ length: 200 }, (_, at) => (isSpeaking(turn(at)) ? Math.round(loud(at)) : 4));
  return Buffer.from([...half((value) => value > 0.1), ...half((value) => value < -0.1)]);
}

/** The rows of a lead in one of the states that an operator meets. The first one is overdue. */
function sampleRows(i: number) {
  const visitor = visitors[i % visitors.length] ?? visitors[0];
  const { name, language, profession, goal, needs, ask, offer, criterion, why } = visitor;
  const [missed, hasLeft, hasAudio, hasFailed] = [i % 12 === 4, i % 7 === 3, i % 6 !== 4, i === 3];
  const [createdAt, durationS, room] = [ago(4 + i * i * 41), 75 + i * 7, `chat-17637000000${i}-abc`];
  // The last one has the number of the first.
  const phone = `+99890${String(1_234_567 + (i % (leadCount - 1)) * 73_519).slice(0, 7)}`;
  const dialogue = (
    [
      { speaker: 'agent', topic: 'name', fromS: 0.6, toS: 3.9, text: ask, waitS: null },
      { speaker: 'visitor', topic: 'name', fromS: 4.6, toS: 6.2, text: `${name}.`, waitS: null },
      { speaker: 'agent', topic: 'goal', fromS: 6.6, toS: 9.1, text: offer, waitS: 0.4 },
      { speaker: 'visitor', topic: 'goal', fromS: 9.8, toS: 14.2, text: goal, waitS: null },
    ] satisfies Passage[]
  ).slice(0, hasLeft ? 3 : 4);
  const call = {
    ...{ id: randomUUID(), room, phone, language, browserHash: 'sample', createdAt, startedAt: createdAt },
    endedAt: later(createdAt, durationS),
    endReason: hasLeft ? 'visitor_left' : 'agent_closed',
  };
  const turns = dialogue.map(({ speaker, fromS, toS, text, topic }, index) => ({
    ...{ callId: call.id, index, speaker, text, topic },
    startedAt: later(createdAt, fromS),
    endedAt: later(createdAt, toS),
    metrics: speaker === 'agent' ? { totalMs: 420 } : null,
  }));
  const lead = {
    ...{ id: randomUUID(), phone, language, room, missed, createdAt, updatedAt: createdAt },
    callId: missed ? null : call.id,
    durationS: missed ? 0 : durationS,
    audioBytes: hasAudio ? 1_310_720 + i * 40_000 : 0,
    audioKey: hasAudio ? `sample-${i}` : null,
    audioType: hasAudio ? 'audio/webm' : null,
    peaks: hasAudio ? `\\x${peaksOf(i).toString('hex')}` : null,
    status: hasFailed ? 'failed' : 'completed',
    error: hasFailed ? 'The speech service did not answer in time.' : null,
    errorCode: hasFailed ? 'speech_timeout' : null,
    summary: missed ? null : { ism: name, kasb: profession, maqsad: goal, ehtiyojlar: needs },
    answers: i % 3 === 0 ? [{ topic: 'profession', field: 'kasb', value: profession }] : [],
    dialogue: missed ? null : dialogue,
    verdicts: missed ? [] : [{ criterion, met: true, why }],
    mark: i % 4 === 2 ? 'called' : i % 7 === 5 ? 'closed' : 'to_call',
    note: i === 0 ? 'Просила перезвонить после обеда' : '',
    callBack: i === 0 ? 'завтра в десять' : null,
    callBackAt: i === 0 ? ago(95) : null,
    nextAt: i === 0 ? ago(95) : i === 6 ? ago(-2000) : null,
    nextStep: i === 0 ? 'завтра в десять' : '',
  };
  return { lead, call: missed ? [] : [call], turns: missed ? [] : turns };
}

/** Fills the database of a product with leads and their calls. */
export async function fillOffice(databaseUrl: string): Promise<void> {
  const samples = Array.from({ length: leadCount }, (_, i) => sampleRows(i));
  const tables: Record<string, object[]> = {
    Call: samples.flatMap(({ call }) => call),
    Turn: samples.flatMap(({ turns }) => turns),
    Lead: samples.map(({ lead }) => lead),
    Attempt: [{ id: randomUUID(), leadId: samples[0]?.lead.id, at: ago(200), outcome: 'no_answer' }],
    DeskView: [{ id: randomUUID(), name: 'RU', query: 'language=ru' }],
  };
  await withClient(databaseUrl, async (client) => {
    for (const [table, rows] of Object.entries(tables)) {
      const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`);
      await client.query(
        `INSERT INTO "${table}" (${columns.join()}) SELECT ${columns.join()} FROM json_populate_recordset(NULL::"${table}", $1)`,
        [JSON.stringify(rows)],
      );
    }
  });
}
