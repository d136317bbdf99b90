import { Download, Keyboard, LogOut, RefreshCw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { saveFile } from '@/components/ui/save-file';
import { ToolButton } from '@/components/ui/tool-button';
import { callApi, fetchApi } from '@/lib/api-client';
import type { exportFormats } from '@/lib/contracts/choices';
import { exportName } from '../format';
import { useBusyToast } from '../use-busy';
import { NoticesButton } from './notices-button';

interface ExportButtonProps extends Omit<ComponentProps<typeof ToolButton>, 'busy' | 'onClick'> {
  format: (typeof exportFormats)[number];
  /** Without ids: all leads. */
  ids?: readonly string[];
}

/** Saves leads as a file. */
export function ExportButton({ format, ids, children = format.toUpperCase(), ...rest }: ExportButtonProps) {
  const { busy, run } = useBusyToast('leads_download_failed');

  async function download() {
    const response = await fetchApi('GET /api/leads/download', { query: { format, ids: ids?.join(',') } });
    saveFile(await response.blob(), exportName(format));
  }

  return (
    <ToolButton {...rest} busy={busy} onClick={() => void run(download)}>
      {children}
    </ToolButton>
  );
}

interface LeadsHeaderProps {
  /** Null until the list is loaded. */
  total: number | null;
  autoRefresh: boolean;
  onToggleAutoRefresh: () => void;
  onShowShortcuts: () => void;
  /** Absent if no sign-in is required. */
  onSignedOut: (() => void) | undefined;
  views: ReactNode;
  /** The search. */
  children: ReactNode;
}

/** Sets --desk-top to the height of the bars, which grow as they wrap and as the filters open. */
function useDeskTop(): RefObject<HTMLElement | null> {
  const header = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = header;
    const desk = current?.parentElement;
    if (!current || !desk) return;
    const observer = new ResizeObserver(() => {
      const { height } = current.getBoundingClientRect();
      // On a phone the header has no box.
      if (height === 0) desk.style.removeProperty('--desk-top');
      else desk.style.setProperty('--desk-top', `calc(${height}px + 3.75rem)`);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return header;
}

export function LeadsHeader(props: LeadsHeaderProps) {
  const t = useTranslations();
  const header = useDeskTop();
  const { total, autoRefresh, onToggleAutoRefresh, onShowShortcuts, onSignedOut, views, children } = props;
  return (
    // On a phone only the search stays in view, so the header has no box of its own.
    <header
      ref={header}
      className="bg-paper py-1 max-md:contents md:sticky md:top-14 md:z-20 md:flex md:flex-wrap md:items-start md:gap-2"
    >
      <div className="flex items-baseline gap-3 pt-0.5 max-lg:grow touch:pt-1.5">
        <h1 className="text-2xl font-bold tracking-tight">{t('leads_title')}</h1>
        <p className="text-sm text-ink-soft tabular-nums" role="status" suppressHydrationWarning>
          {total !== null && t('leads_total', { count: total })}
        </p>
      </div>
      {children}
      <div className="flex flex-wrap gap-2">
        <ToolButton icon={RefreshCw} aria-pressed={autoRefresh} onClick={onToggleAutoRefresh}>
          {t('leads_auto_refresh')} <b>{autoRefresh ? t('leads_on') : t('leads_off')}</b>
        </ToolButton>
        <NoticesButton />
        <ExportButton format="json" icon={Download}>
          {t('leads_download_all')}
        </ExportButton>
        <ExportButton format="csv" aria-label={t('leads_download_csv')} />
        <ToolButton
          icon={Keyboard}
          aria-label={t('leads_shortcuts')}
          onClick={onShowShortcuts}
          className="touch:hidden"
        />
        {onSignedOut && <SignOutButton onSignedOut={onSignedOut} />}
      </div>
      {views}
    </header>
  );
}

export function useSignOut(onSignedOut: () => void): { busy: boolean; signOut: () => void } {
  const { busy, run } = useBusyToast('admin_sign_out_failed');
  const endSession = () => callApi('DELETE /api/admin/session').then(onSignedOut);
  return { busy, signOut: () => void run(endSession) };
}

function SignOutButton({ onSignedOut }: { onSignedOut: () => void }) {
  const t = useTranslations();
  const { busy, signOut } = useSignOut(onSignedOut);
  return (
    <ToolButton icon={LogOut} busy={busy} onClick={signOut}>
      {t('admin_sign_out')}
    </ToolButton>
  );
}
