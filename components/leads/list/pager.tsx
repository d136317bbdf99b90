import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { ToolButton } from '@/components/ui/tool-button';

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

export function Pager({ page, pages, onPage }: PagerProps) {
  const t = useTranslations();
  if (pages < 2) return null;
  return (
    <nav aria-label={t('leads_pages')} className="flex items-center justify-center gap-3">
      {page > 1 && (
        <ToolButton icon={ChevronLeft} onClick={() => onPage(page - 1)}>
          {t('leads_previous_page')}
        </ToolButton>
      )}
      <p className="text-sm tabular-nums">{t('leads_page', { page, pages })}</p>
      {page < pages && (
        <ToolButton icon={ChevronRight} onClick={() => onPage(page + 1)}>
          {t('leads_next_page')}
        </ToolButton>
      )}
    </nav>
  );
}
