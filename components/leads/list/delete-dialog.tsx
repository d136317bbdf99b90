import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { toast } from '@/components/ui/toast';
import { shownPhone } from '../format';
import { callApi } from '@/lib/api-client';
import type { Lead } from '@/lib/contracts/leads';
import { useFailureWords } from '../failure-words';
import { useBusy } from '../use-busy';
import { ToolButton } from '@/components/ui/tool-button';

interface DeleteDialogProps {
  leads: [Lead, ...Lead[]];
  onClose: () => void;
  onDeleted: (ids: string[]) => void;
}

/** Asks for confirmation and deletes leads. */
export function DeleteDialog({ leads, onClose, onDeleted }: DeleteDialogProps) {
  const t = useTranslations();
  const words = useFailureWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, run } = useBusy((failure) => {
    dialog.current?.close();
    toast.error(t('leads_delete_failed', { message: words(failure) }));
  });
  const [{ phoneNumber }] = leads;
  const isMany = leads.length > 1;

  async function remove() {
    const ids = leads.map(({ _id }) => _id);
    if (isMany) await callApi('DELETE /api/leads', { body: { ids } });
    else await callApi('DELETE /api/leads/{id}', { params: { id: leads[0]._id } });
    // Closing first returns the focus to the row while it exists.
    dialog.current?.close();
    onDeleted(ids);
  }

  return (
    <Dialog
      ref={dialog}
      onClose={onClose}
      title={isMany ? t('leads_delete_many_confirm', { count: leads.length }) : t('leads_delete_confirm')}
      className="w-[min(28rem,calc(100vw-2rem))]"
    >
      <p className="mt-2 text-sm text-ink-soft">
        {isMany ? t('leads_delete_many_hint') : t('leads_delete_hint', { phone: shownPhone(phoneNumber) })}
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <ToolButton onClick={() => dialog.current?.close()}>{t('leads_cancel')}</ToolButton>
        <ToolButton icon={Trash2} tone="danger_press" busy={busy} onClick={() => void run(remove)}>
          {t('leads_delete')}
        </ToolButton>
      </div>
    </Dialog>
  );
}
