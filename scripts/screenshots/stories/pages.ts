import { hrefIn, publicPages } from '../../../lib/i18n/routing.ts';
import type { Story } from '../camera.ts';

export const pages: Story = {
  name: 'pages',
  async tell({ page, language, take }) {
    for (const path of publicPages) {
      if (path === '/') continue;
      await page.goto(hrefIn(language, path));
      await page.evaluate(() => document.fonts.ready);
      await take(`page-${path.slice(1)}`, 'whole page');
    }
  },
};
