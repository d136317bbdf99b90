import type { Lead } from '@/lib/contracts/leads';
import { readSummary } from './lead-analysis';

/** The visitor's name, and what they want: the summary's goal, needs or topics, else their last words. */
export function gistOf(lead: Pick<Lead, 'summary' | 'turns'>): { name: string; goal: string } {
  const summary = readSummary(lead.summary);
  const lastWords = lead.turns.findLast(({ speaker, text }) => speaker === 'visitor' && text)?.text ?? '';
  if (summary.kind === 'text') return { name: '', goal: summary.text };
  if (summary.kind === 'none') return { name: '', goal: lastWords };
  const textOf = (field: string) => {
    const value = summary.entries.find((entry) => entry.field === field)?.value ?? '';
    return typeof value === 'string' ? value : value.join(', ');
  };
  const name = textOf('ism');
  const goal = textOf('maqsad') || textOf('ehtiyojlar') || textOf('asosiy_mavzular');
  return { name, goal: goal || (isSameText(lastWords, name) ? '' : lastWords) };
}

/** Ignores case and punctuation. */
function isSameText(a: string, b: string): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters(a) === letters(b);
}
