import { useTranslations } from 'next-intl';
import { leadMarks } from '@/lib/contracts/choices';
import type { Lead } from '@/lib/contracts/leads';
import { shownPhone } from '../format';
import { type PaletteAction, usePaletteActions } from '../palette-actions';
import { useCopy } from '../use-copy';
import { useSignOut } from './leads-header';
import { useToggleNotices } from './notices-button';
import { type LeadActions, currentRow } from './use-shortcuts';

interface DeskActions extends LeadActions {
  openLeadIds: ReadonlySet<string>;
  linkTo: (what: { lead: string }) => string;
  /** Absent if no sign-in is required. */
  onSignedOut: (() => void) | undefined;
}

/** The desk's actions in the palette. Those of one lead act on the current row, else on the lead opened last. */
export function useDeskActions(desk: DeskActions): void {
  const t = useTranslations();
  const copy = useCopy();
  const notices = useToggleNotices();
  const { signOut } = useSignOut(desk.onSignedOut ?? (() => undefined));

  function actionsOf(lead: Lead): PaletteAction[] {
    const hint = shownPhone(lead.phoneNumber);
    const link = () => new URL(desk.linkTo({ lead: lead._id }), window.location.href).href;
    return [
      ...leadMarks.map((mark) => ({
        title: t('leads_mark_as', { mark: t(`leads_mark_${mark}`) }),
        hint,
        run: () => desk.onMark(lead._id, mark),
      })),
      { title: t('leads_copy_number'), hint, run: () => copy(lead.phoneNumber) },
      { title: t('leads_copy_link'), hint, run: () => copy(link()) },
      { title: t('leads_delete'), hint, run: () => desk.onDelete([lead]) },
    ];
  }

  usePaletteActions(() => {
    const leadId = currentRow()?.dataset.lead ?? [...desk.openLeadIds].at(-1);
    const lead = desk.leads?.find(({ _id }) => _id === leadId);
    return [
      ...(lead ? actionsOf(lead) : []),
      { title: t('leads_shortcuts'), run: desk.onHelp },
      {
        title: t('leads_notices'),
        hint: t(notices.isOn ? 'leads_on' : 'leads_off'),
        run: notices.toggle,
      },
      ...(desk.onSignedOut ? [{ title: t('admin_sign_out'), run: signOut }] : []),
    ];
  });
}
