import type { Lead, LeadChange, LeadList } from '@/lib/contracts/leads';

const pollMs = 60_000;

/** Rows that the server rendered with the page. */
export interface FirstPage extends LeadList {
  query: string;
  /** By the server's clock. */
  renderedAtMs: number;
}

/** A page of the list as the desk shows it. */
export interface DeskPage extends LeadList {
  /** Open rows that the query no longer finds. They stay until they are closed. */
  unmatched: readonly string[];
}

/** Returns the ids of open rows that a new page lacks. A row that somebody works in must not disappear. */
export function missingRows(
  before: DeskPage | undefined,
  page: LeadList,
  openLeadIds: ReadonlySet<string>,
): string[] {
  const found = new Set(page.leads.map(({ _id }) => _id));
  return (before?.leads ?? []).flatMap(({ _id }) => (openLeadIds.has(_id) && !found.has(_id) ? _id : []));
}

/**
 * Merges a new answer of the same query. An open row keeps its neighbours, even if a change would move it.
 * @param unmatched the present state of the rows that missingRows returned
 */
export function mergePage(
  before: DeskPage | undefined,
  page: LeadList,
  unmatched: readonly Lead[],
  openLeadIds: ReadonlySet<string>,
): DeskPage {
  const shown = before ? idsOf(withoutClosed(before, openLeadIds).leads) : [];
  const stays = ({ _id }: Lead) => openLeadIds.has(_id) && shown.includes(_id);
  const leads = page.leads.filter((lead) => !stays(lead));
  const staying = [...page.leads.filter(stays), ...unmatched];
  for (const lead of staying.toSorted((a, b) => shown.indexOf(a._id) - shown.indexOf(b._id)))
    leads.splice(indexWithFewestMoves(leads, shown, lead._id), 0, lead);
  return { leads, total: page.total, unmatched: idsOf(unmatched) };
}

function idsOf(leads: readonly Lead[]): string[] {
  return leads.map(({ _id }) => _id);
}

/** Finds the index for an open row that moves the fewest other rows from above it to below it, or back. */
function indexWithFewestMoves(leads: readonly Lead[], shown: readonly string[], leadId: string): number {
  const wasAt = shown.indexOf(leadId);
  const changedSides = (index: number) =>
    leads.filter(({ _id }, i) => shown.includes(_id) && i < index !== shown.indexOf(_id) < wasAt).length;
  const changes = Array.from({ length: leads.length + 1 }, (_, index) => changedSides(index));
  return changes.indexOf(Math.min(...changes));
}

/** Removes unmatched rows that are closed by now. */
export function withoutClosed(page: DeskPage, openLeadIds: ReadonlySet<string>): DeskPage {
  const closed = new Set(page.unmatched.filter((id) => !openLeadIds.has(id)));
  if (closed.size === 0) return page;
  return { ...page, leads: page.leads.filter(({ _id }) => !closed.has(_id)) };
}

export function withoutLeads(page: DeskPage, ids: readonly string[]): DeskPage {
  const leads = page.leads.filter(({ _id }) => !ids.includes(_id));
  return { ...page, leads, total: page.total - (page.leads.length - leads.length) };
}

export function withChange(page: DeskPage, leadId: string, change: LeadChange): DeskPage {
  // The server clears the next action of a closed lead.
  const cleared: LeadChange = change.mark === 'closed' ? { nextAt: null, nextStep: '' } : {};
  const { nextAt, ...otherChanges } = { ...cleared, ...change };
  const planned = nextAt === undefined ? {} : { nextAt: nextAt ?? undefined };
  const leads = page.leads.map((lead) =>
    lead._id === leadId ? { ...lead, ...otherChanges, ...planned } : lead,
  );
  return { ...page, leads };
}

/** Returns the id of the row to focus: the focused one if it is still shown, else the one that takes its place. */
export function rowToFocus(
  previousRows: readonly Lead[],
  currentRows: readonly Lead[],
  focusedId: string,
): string | undefined {
  const focusedIndex = previousRows.findIndex(({ _id }) => _id === focusedId);
  const currentIds = new Set(currentRows.map(({ _id }) => _id));
  if (currentIds.has(focusedId)) return focusedId;
  const nextLead = previousRows.slice(focusedIndex + 1).find(({ _id }) => currentIds.has(_id));
  return (nextLead ?? currentRows[focusedIndex] ?? currentRows.at(-1))?._id;
}

/** The list polls every 60 s while a lead is processing or no events can arrive; never with auto-refresh off. */
export function pollIntervalMs(
  leads: readonly Lead[] | undefined,
  autoRefresh: boolean,
  isConnected: boolean,
): number | false {
  const isProcessing = leads?.some((lead) => lead.processingStatus === 'processing') ?? false;
  return autoRefresh && (isProcessing || !isConnected) ? pollMs : false;
}
