import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { toast } from '@/components/toast/toast';
import { useFailureWords } from '../data/failure-words';
import { exportName } from '../data/format';
import { exportPath, fetchFile, type ExportFormat } from '../data/leads-api';
import { saveFile } from '@/components/save-file';
import { useBusy } from '../data/use-busy';
import { ToolButton } from '../tool-button';

interface ExportButtonProps extends Omit<ComponentProps<typeof ToolButton>, 'busy' | 'onClick'> {
  format: ExportFormat;
  /** All leads without it. */
  ids?: readonly string[];
}

/** Saves leads as a file; named by the file's format where nothing else is said. */
export function ExportButton({ format, ids, children = format.toUpperCase(), ...rest }: ExportButtonProps) {
  const t = useTranslations();
  const words = useFailureWords();
  const { busy, run } = useBusy((failure) =>
    toast.error(t('leads_download_failed', { message: words(failure) })),
  );

  async function download() {
    saveFile(await fetchFile(exportPath(format, ids)), exportName(format));
  }

  return (
    <ToolButton {...rest} busy={busy} onClick={() => void run(download)}>
      {children}
    </ToolButton>
  );
}
