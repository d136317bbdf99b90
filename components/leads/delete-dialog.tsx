import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';
import { toast } from '@/components/toast/toast';
import { formatPhone } from '@/lib/phone';
import { useFailureWords } from './failure-words';
import type { LeadView } from './lead-data';
import { deleteLead } from './leads-api';
import { ToolButton } from './tool-button';
import { useBusy } from './use-busy';

interface DeleteDialogProps {
  lead: LeadView;
  onClose: () => void;
  onDeleted: (lead: LeadView) => void;
}

/** Asks before a lead is deleted (spec.md section 5), and deletes it; the list drops it once the server did. */
export function DeleteDialog({ lead, onClose, onDeleted }: DeleteDialogProps) {
  const t = useTranslations();
  const words = useFailureWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const question = useId();
  const { busy, run } = useBusy((failure) => {
    dialog.current?.close();
    toast.error(t('leads_delete_failed', { message: words(failure) }));
  });

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);

  async function remove() {
    await deleteLead(lead._id);
    onDeleted(lead);
  }

  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={question}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-xl border border-line bg-paper-raised p-5 text-ink shadow-float backdrop:bg-night/50"
    >
      <h2 id={question} className="text-lg font-semibold">
        {t('leads_delete_confirm')}
      </h2>
      <p className="mt-2 text-sm text-ink-soft">
        {t('leads_delete_hint', { phone: formatPhone(lead.phoneNumber) || lead.phoneNumber })}
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <ToolButton onClick={() => dialog.current?.close()}>{t('leads_cancel')}</ToolButton>
        <ToolButton icon={Trash2} tone="danger_press" busy={busy} onClick={() => void run(remove)}>
          {t('leads_delete')}
        </ToolButton>
      </div>
    </dialog>
  );
}
