import { expect, test } from 'vitest';
import type { Lead } from '../../contracts/leads';
import { leadsCsv } from './csv';

const lead: Lead = {
  _id: 'a1',
  phoneNumber: '+998901234567',
  createdAt: '2026-01-02T03:04:05.000Z',
  duration: 42,
  audioSize: 1000,
  processingStatus: 'completed',
  summary: JSON.stringify({ ism: '=HYPERLINK("x")', ehtiyojlar: ['narx', 'muddat'] }),
  transcription: 'Agent: "Salom"\nVisitor: …',
  hasAudio: true,
  recordedBy: 'agent',
  turns: [],
  missing: [],
  missed: false,
  recordingRefused: false,
  mark: 'to_call',
  nextStep: '',
  note: '-1',
};

test('cells are quoted as RFC 4180 asks, and what looks like a formula is text', () => {
  const [head, first] = leadsCsv([lead]).split('\r\n');
  expect(head).toMatch(/^\uFEFF_id,phoneNumber,createdAt,/);
  expect(first).toBe(
    `a1,+998901234567,2026-01-02T03:04:05.000Z,42,,completed,to_call,"'=HYPERLINK(""x"")",,,,narx; muddat,,'-1,` +
      `"Agent: ""Salom""\nVisitor: …",agent`,
  );
});

test('a sheet that splits at semicolons or lines finds no formula either', () => {
  const file = leadsCsv([{ ...lead, note: 'a;=cmd;"+1; -2', transcription: 'Visitor: x\n=cmd' }]);
  expect(file).toContain(`"a;'=cmd;""'+1; '-2"`);
  expect(file).toContain(`"Visitor: x\n'=cmd"`);
});

test('a plain-text summary fills no column', () => {
  expect(leadsCsv([{ ...lead, summary: 'He called.' }])).toContain('completed,to_call,,,,,,,');
});
