import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { AnimatePresence } from 'motion/react';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlayerProvider } from '@/components/player/player-context';
import { Motion } from '@/components/ui/motion';
import { messagesOf } from '@/lib/i18n/messages';
import { LeadsContext, type LeadsContextValue } from '../list/leads-context';
import { leadOf } from '../testing/lead';
import { LeadRow } from './lead-row';

const desk: LeadsContextValue = {
  confirmDelete: () => undefined,
  select: () => undefined,
  linkTo: () => '',
  toggle: () => undefined,
  autoRefresh: true,
};

test('a row in the server’s HTML has no style attribute, which the security policy forbids', () => {
  const row = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={messagesOf.en}>
      <QueryClientProvider client={new QueryClient()}>
        <PlayerProvider>
          <LeadsContext value={desk}>
            <Motion>
              <AnimatePresence initial={false}>
                <LeadRow
                  key="row"
                  lead={leadOf()}
                  position={1}
                  total={1}
                  selected={false}
                  open={false}
                  isNew={false}
                  nowMinutes={0}
                />
              </AnimatePresence>
            </Motion>
          </LeadsContext>
        </PlayerProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  expect(row).toContain('+998 90 123 45 67');
  expect(row).not.toContain(' style=');
});
