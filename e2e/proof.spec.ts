import { messagesOf } from '../lib/i18n/messages.ts';
import { expect, test } from './support/policy.ts';
import { startWebApp } from './support/web-app.ts';

test('under load the browser solves a puzzle unseen, and the demo speaks', async ({ page }) => {
  const web = await startWebApp({ ALTCHA: 'on', ALTCHA_FREE_PER_MINUTE: '1', VERCEL: '1' });
  try {
    await page.goto(`${web.url}/en#demo-tts`);
    const speech = `${web.url}/api/tts/stream?text=Salom&language=en`;
    await page.request.get(speech);
    const refused = await page.request.get(speech);
    expect([refused.status(), await refused.json()]).toMatchObject([428, { code: 'proof_required' }]);

    const answers: [path: string, status: number][] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (/^\/api\/(proof|tts)/.test(pathname)) answers.push([pathname, answer.status()]);
    });
    const words = messagesOf.en;
    const demo = page.getByRole('region', { name: words.demo_tts_title });
    await demo.getByRole('textbox', { name: words.tts_text }).fill('Good morning');
    await demo.getByRole('button', { name: words.tts_convert, exact: true }).click();
    await expect(demo.getByRole('timer')).toBeVisible();
    expect(answers).toEqual([
      ['/api/tts/stream', 428],
      ['/api/proof', 200],
      ['/api/tts/stream', 200],
    ]);
  } finally {
    await web.kill();
  }
});
