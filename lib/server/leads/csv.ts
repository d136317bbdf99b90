import { summaryFields } from '../../contracts/choices.ts';
import { type LeadSummary, leadSummaryOf } from '../../contracts/interview.ts';
import type { Lead } from '../../contracts/leads.ts';

/** The columns, named as in the API, so that sheet and JSON match. */
const columns: Record<string, (lead: Lead, summary: LeadSummary) => string | number | undefined> = {
  _id: (lead) => lead._id,
  phoneNumber: (lead) => lead.phoneNumber,
  createdAt: (lead) => lead.createdAt,
  duration: (lead) => lead.duration,
  language: (lead) => lead.language,
  processingStatus: (lead) => lead.processingStatus,
  mark: (lead) => lead.mark,
  ...Object.fromEntries(
    summaryFields.map((field) => [
      field,
      (_lead: Lead, summary: LeadSummary) => [summary[field] ?? []].flat().join('; '),
    ]),
  ),
  note: (lead) => lead.note,
  transcription: (lead) => lead.transcription,
  recordedBy: (lead) => lead.recordedBy,
};

const byteOrderMark = '\uFEFF';

/** Leads as CSV (RFC 4180) in UTF-8 for Excel. A visitor's words cannot become a formula. */
export function leadsCsv(leads: Lead[]): string {
  const lines = leads.map((lead) => {
    const summary = leadSummaryOf(lead.summary);
    return Object.values(columns).map((value) => cell(value(lead, summary)));
  });
  return byteOrderMark + [Object.keys(columns), ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

/** Spreadsheets evaluate cells that begin with these signs, also after a semicolon or line break; an apostrophe makes them text. */
const formula = /(^|[;\r\n]["'\s]*)(?=[=+\-@\t\r])/g;
const phone = /^\+\d+$/;

function cell(value: string | number | undefined): string {
  const text = String(value ?? '');
  const safe = phone.test(text) ? text : text.replace(formula, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
