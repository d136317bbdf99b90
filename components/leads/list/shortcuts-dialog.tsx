import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { ToolButton } from '@/components/ui/tool-button';
import { useShortcutsOn } from '@/components/ui/use-shortcuts-on';
import { officePages } from '../office-pages';
import { type Shortcut, shortcuts } from './use-shortcuts';

const signs: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Delete: 'Del',
  '-': '−',
};

type ListedShortcut = Shortcut | 'palette' | 'go';

/** Every shortcut with all of its keys; the last two belong to the whole office. */
const rows: { shortcut: ListedShortcut; keys: string[] }[] = [
  ...[...new Set(Object.values(shortcuts))].map((shortcut) => ({
    shortcut,
    keys: Object.entries(shortcuts).flatMap(([key, name]) => (name === shortcut ? [key] : [])),
  })),
  { shortcut: 'go', keys: ['g', Object.keys(officePages).join(' · ')] },
  { shortcut: 'palette', keys: ['Ctrl-K'] },
];

/** Lists the shortcuts, and turns those with a single key on and off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const dialog = useRef<HTMLDialogElement>(null);
  const [on, setOn] = useShortcutsOn();

  return (
    <Dialog
      ref={dialog}
      onClose={onClose}
      title={t('leads_shortcuts')}
      className="w-[min(26rem,calc(100vw-2rem))]"
    >
      <dl className="mt-3 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-2 text-sm">
        {rows.map(({ shortcut, keys }) => (
          <div key={shortcut} className="col-span-2 grid grid-cols-subgrid items-center">
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="mr-1 rounded border border-line-strong px-2 py-0.5 font-sans">
                  {key === ' ' ? t('leads_shortcut_space') : (signs[key] ?? key)}
                </kbd>
              ))}
            </dt>
            <dd>{t(`leads_shortcut_${shortcut}`)}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => setOn(event.currentTarget.checked)}
          className="size-4"
        />
        {t('leads_shortcuts_on')}
      </label>
      <div className="mt-5 flex justify-end">
        <ToolButton onClick={() => dialog.current?.close()}>{t('leads_close')}</ToolButton>
      </div>
    </Dialog>
  );
}
