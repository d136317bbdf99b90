import { X } from 'lucide-react';
import { useIsPresent } from 'motion/react';
import * as m from 'motion/react-m';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ToolButton } from '@/components/ui/tool-button';
import type { Lead } from '@/lib/contracts/leads';
import { isBeside } from '../list/use-open-rows';
import { LeadBody } from './lead-body';

const expanded = { height: 'auto', opacity: 1, x: 0 };
const collapsed = { height: 0, opacity: 0 };
/** Starts within the page's margin. Further right, the page would scroll sideways. */
const besideHidden = { height: 'auto', opacity: 0, x: 16 };

/** Beside the list, only opening the first lead and closing the last one are animated. */
const isAnotherOpen = () => document.querySelector('[data-open]') !== null;

function entryState() {
  if (!isBeside()) return collapsed;
  return isAnotherOpen() ? (false as const) : besideHidden;
}

function exitState() {
  if (!isBeside()) return collapsed;
  return isAnotherOpen() ? { opacity: 0, transition: { duration: 0 } } : besideHidden;
}

interface OpenLeadProps {
  lead: Lead;
  name: string;
  onClose: () => void;
}

/** The details of a lead, below its row or beside the list. */
export function OpenLead({ lead, name, onClose }: OpenLeadProps) {
  const [initial] = useState(entryState);
  const isLeaving = !useIsPresent();
  return (
    <m.div
      data-lead-body
      inert={isLeaving}
      initial={initial}
      animate={expanded}
      variants={{ gone: exitState }}
      exit="gone"
      className="overflow-clip beside:absolute beside:inset-y-0 beside:right-0 beside:z-1 beside:w-(--beside) beside:overflow-visible"
    >
      <div className="beside:sticky beside:top-(--desk-top) beside:max-h-[calc(100svh-var(--desk-top)-1rem)] beside:overflow-y-auto beside:rounded-xl beside:border beside:border-line beside:bg-paper-raised">
        <OpenTitle name={name} onClose={onClose} />
        <LeadBody lead={lead} />
      </div>
    </m.div>
  );
}

/** Beside the list, where the row is not above it, an open lead has a title of its own. */
function OpenTitle({ name, onClose }: Omit<OpenLeadProps, 'lead'>) {
  const t = useTranslations();
  return (
    <header className="sticky top-0 z-10 hidden items-center justify-between gap-3 border-b border-line bg-paper-raised py-1.5 pr-2 pl-4 beside:flex">
      <p className="min-w-0 truncate text-lg font-semibold tabular-nums">{name}</p>
      <ToolButton icon={X} aria-label={t('leads_close')} title="Esc" onClick={onClose} />
    </header>
  );
}
