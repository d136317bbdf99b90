import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useFailureWords } from '@/components/leads/failure-words';
import { useBusy } from '@/components/leads/use-busy';
import { browserStorage } from '@/components/ui/browser-storage';
import { Dialog } from '@/components/ui/dialog';
import { ToolButton, toolLook } from '@/components/ui/tool-button';
import { planFieldLook } from './fields';

const authorKey = 'ovoz-office-name';

interface PlanDialogProps {
  title: string;
  confirm: string;
  danger?: boolean;
  /** Asks for a note on the changes. */
  withNote?: boolean;
  /** Asks for the author, because the office shares one password. Defaults to `withNote`. */
  withAuthor?: boolean;
  /** What prevents the step. */
  problem?: string | false;
  onConfirm: (author: string, note: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** Confirms a step after showing its changes. Remembers the author's name. */
export function PlanDialog(props: PlanDialogProps) {
  const {
    title,
    confirm,
    danger,
    withNote,
    withAuthor = withNote,
    problem,
    onConfirm,
    onClose,
    children,
  } = props;
  const t = useTranslations();
  const words = useFailureWords();
  const { busy, failure, run } = useBusy();
  const dialog = useRef<HTMLDialogElement>(null);
  const [author, setAuthor] = useState(() => browserStorage.getItem(authorKey) ?? '');
  const [note, setNote] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (withAuthor) browserStorage.setItem(authorKey, author.trim());
    void run(() => onConfirm(author.trim(), note.trim()));
  }

  return (
    <Dialog
      ref={dialog}
      onClose={onClose}
      title={title}
      className="max-h-[85svh] w-[min(44rem,calc(100vw-1.5rem))]"
    >
      <form onSubmit={submit} className="mt-4 grid gap-4">
        {children}
        {withAuthor && (
          <label className="grid gap-1 text-sm font-medium">
            {t('plan_author')}
            <input
              value={author}
              onChange={({ currentTarget }) => setAuthor(currentTarget.value)}
              required
              pattern=".*\S.*"
              maxLength={80}
              autoComplete="name"
              className={planFieldLook}
            />
          </label>
        )}
        {withNote && (
          <label className="grid gap-1 text-sm font-medium">
            {t('plan_note')}
            <input
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
              maxLength={300}
              className={planFieldLook}
            />
          </label>
        )}
        {/* The typed text stays after a failure. A toast would be behind the dialog. */}
        {(problem || failure) && (
          <p role="alert" className="text-sm text-failed-ink">
            {problem || (failure && t('plan_failed', { message: words(failure) }))}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <ToolButton onClick={() => dialog.current?.close()}>{t('leads_cancel')}</ToolButton>
          <button
            type="submit"
            aria-busy={busy || undefined}
            className={toolLook(danger ? 'danger_press' : 'press')}
          >
            {confirm}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
