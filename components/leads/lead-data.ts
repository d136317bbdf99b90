import type { DeskViews, Lead, LeadDetail } from '@/lib/contracts/leads';
import { processingStatuses } from '@/lib/contracts/choices';

/** Anything else or missing counts as unknown. */
export type ShownStatus = Lead['processingStatus'] | 'unknown';

export type LeadView = Omit<Lead, 'processingStatus'> & { processingStatus: ShownStatus };
export type LeadDetailView = Pick<
  LeadDetail,
  'peaks' | 'consent' | 'figures' | 'attempts' | 'samePhone' | 'verdicts'
>;
export interface LeadPage {
  leads: LeadView[];
  /** How many there are on all pages. */
  total: number;
}
/** Rows that come with the page. */
export interface FirstPage extends LeadPage {
  /** Of which they are the answer. */
  query: string;
  /** By the server's clock. */
  madeAtMs: number;
}

/*
 * The answers of our own API, checked by hand: zod would be 90 kB more before the first row can be used. What a row cannot be without
 * is looked at, and stands in where it is missing: one odd field hides no lead.
 */

const leadDefaults = {
  phoneNumber: '',
  createdAt: '',
  duration: 0,
  audioSize: 0,
  hasAudio: true,
  turns: [],
  missing: [],
  missed: false,
  mark: 'to_call',
  note: '',
  nextStep: '',
} satisfies Partial<LeadView>;

/** Answer of GET /api/leads. @throws Error if it is no list of leads */
export function readLeadPage(answer: unknown): LeadPage {
  if (!isRecord(answer) || !Array.isArray(answer.leads)) throw new Error('no list of leads');
  const leads = answer.leads.map(readLead);
  return { leads, total: typeof answer.total === 'number' ? answer.total : leads.length };
}

function readLead(answer: unknown): LeadView {
  if (!isLead(answer)) throw new Error('a lead without an id');
  const known = processingStatuses.find((status) => status === answer.processingStatus);
  return { ...withDefaults(answer, leadDefaults), processingStatus: known ?? 'unknown' };
}

const detailDefaults = { attempts: [], samePhone: [], verdicts: [] } satisfies Partial<LeadDetailView>;

/** Additions of GET /api/leads/{id} to a lead of the list. @throws Error if it is no lead */
export function readLeadDetail(answer: unknown): LeadDetailView {
  if (!isDetail(answer)) throw new Error('no lead');
  return withDefaults(answer, detailDefaults);
}

/** Answer of GET /api/admin/views. @throws Error if it is something else */
export function readDeskViews(answer: unknown): DeskViews {
  if (!isViews(answer)) throw new Error('no views');
  return answer;
}

/** Takes the default for each field that is missing or of another kind. */
function withDefaults<T extends object, D extends Record<string, unknown>>(answer: T, defaults: D): D & T {
  const whole = { ...defaults, ...answer };
  for (const [name, known] of Object.entries(defaults)) {
    const given: unknown = Reflect.get(answer, name);
    if (typeof given !== typeof known || Array.isArray(given) !== Array.isArray(known))
      Reflect.set(whole, name, known);
  }
  return whole;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isLead(value: unknown): value is Partial<LeadView> & { _id: string } {
  return isRecord(value) && typeof value._id === 'string' && value._id !== '';
}

function isDetail(value: unknown): value is Partial<LeadDetailView> {
  return isRecord(value);
}

function isViews(value: unknown): value is DeskViews {
  return isRecord(value) && isRecord(value.counts) && Array.isArray(value.own);
}
