import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { takeToastOrders } from '@/components/ui/toast';
import { formatLocales } from '@/lib/i18n/language';
import { messagesOf } from '@/lib/i18n/messages';
import { useCopy } from './use-copy';

function Copier({ onCopy }: { onCopy: (copy: ReturnType<typeof useCopy>) => void }) {
  onCopy(useCopy());
  return null;
}

test('a browser without a clipboard, as it is without https, says that nothing was copied', () => {
  vi.stubGlobal('navigator', {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const onCopy = vi.fn<(copy: ReturnType<typeof useCopy>) => void>();
  renderToStaticMarkup(
    <NextIntlClientProvider locale={formatLocales.en} timeZone="UTC" messages={messagesOf.en}>
      <Copier onCopy={onCopy} />
    </NextIntlClientProvider>,
  );
  onCopy.mock.calls[0]?.[0]('+998901234567');
  const shown = { type: 'error', message: messagesOf.en.leads_copy_failed };
  expect(takeToastOrders()).toEqual([{ show: expect.objectContaining(shown) }]);
});
