import { useTranslations } from 'next-intl';
import { toast } from '@/components/ui/toast';

/** Copies a text and confirms it in a toast. */
export function useCopy(): (text: string, confirmation?: string) => void {
  const t = useTranslations();

  async function copy(text: string, confirmation: string) {
    try {
      // Throws without https, where a browser has no clipboard.
      await navigator.clipboard.writeText(text);
      toast.success(confirmation);
    } catch {
      toast.error(t('leads_copy_failed'));
    }
  }

  return (text, confirmation = t('leads_copied_text', { text })) => void copy(text, confirmation);
}
