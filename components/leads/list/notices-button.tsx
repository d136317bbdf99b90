import { Bell, BellOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { toast } from '@/components/ui/toast';
import { ToolButton } from '@/components/ui/tool-button';
import { useBrowserFlag } from '@/components/ui/use-browser-flag';

/** True if this browser shows a desktop notification for new leads. */
export function useNotices(): [boolean, (on: boolean) => void] {
  return useBrowserFlag('ovoz_leads_notices');
}

/** Turns desktop notifications of new leads on and off. Turning on asks for the browser's permission. */
export function useToggleNotices(): { isOn: boolean; toggle: () => void } {
  const t = useTranslations();
  const [isOn, setOn] = useNotices();

  async function turnOn() {
    const permission = 'Notification' in window ? await Notification.requestPermission() : 'denied';
    if (permission !== 'granted') return void toast.error(t('leads_notices_refused'));
    try {
      // Chrome on Android has the class but throws when it is used.
      new Notification(t('leads_notices_on'), { tag: 'ovoz-leads', icon: '/icon.svg' });
      setOn(true);
    } catch {
      toast.error(t('leads_notices_refused'));
    }
  }

  return { isOn, toggle: () => (isOn ? setOn(false) : void turnOn()) };
}

export function NoticesButton({ hasText = false }: { hasText?: boolean }) {
  const t = useTranslations();
  const { isOn, toggle } = useToggleNotices();
  return (
    <ToolButton
      icon={isOn ? Bell : BellOff}
      aria-pressed={isOn}
      aria-label={t('leads_notices')}
      title={t('leads_notices')}
      onClick={toggle}
    >
      {hasText && t('leads_notices')}
    </ToolButton>
  );
}
