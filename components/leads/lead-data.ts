import { type Lead, type LeadDetail, lead, leadDetail as leadDetailContract } from '@/lib/contracts/leads';
import { processingStatuses } from '@/lib/contracts/recording';
import { z } from '@/lib/contracts/schema';

/** Anything else or missing counts as unknown. */
const shownStatuses = [...processingStatuses, 'unknown'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

export type LeadView = Omit<Lead, 'processingStatus'> & { processingStatus: ShownStatus };
export type LeadDetailView = Pick<
  LeadDetail,
  'peaks' | 'consent' | 'figures' | 'attempts' | 'samePhone' | 'verdicts'
>;

const leadView = withDefaults(lead.extend({ processingStatus: z.enum(shownStatuses) }), {
  phoneNumber: '',
  createdAt: '',
  duration: 0,
  audioSize: 0,
  processingStatus: 'unknown',
  hasAudio: true,
  turns: [],
  missing: [],
  missed: false,
  mark: 'to_call',
  note: '',
  nextStep: '',
} satisfies Partial<LeadView>);

/** Answer of GET /api/leads: a page of leads, and how many there are on all pages. */
export const leadPage = z
  .object({ leads: z.array(leadView), total: z.number().int().optional() })
  .transform(({ leads, total }) => ({ leads, total: total ?? leads.length }));
export type LeadPage = z.infer<typeof leadPage>;

/** Additions of GET /api/leads/{id} to a lead of the list. */
export const leadDetail = withDefaults(
  leadDetailContract.pick({
    peaks: true,
    consent: true,
    figures: true,
    attempts: true,
    samePhone: true,
    verdicts: true,
  }),
  { attempts: [], samePhone: [], verdicts: [] } satisfies Partial<LeadDetailView>,
);

/** Reads what a field's own contract refuses as its default, or as absent: one odd field hides no lead. */
function withDefaults<T extends z.ZodObject>(contract: T, defaults: Record<string, unknown>) {
  const fields = Object.entries(contract.shape).map(([name, field]) => {
    const mayLack = name in defaults || z.safeParse(field, undefined).success;
    return [name, mayLack ? z.catch(field, defaults[name]) : field] as const;
  });
  return z.object(Object.fromEntries(fields)).pipe(z.custom<z.infer<T>>());
}
