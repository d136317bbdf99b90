import { bookPassages } from '../../../lib/book-passages.ts';
import { cooldownKey, cooldownMs } from '../../../lib/contracts/cooldown.ts';
import { languageNames } from '../../../lib/i18n/language.ts';
import { publicPages } from '../../../lib/i18n/routing.ts';
import { type Visit, fillForm, panelOf, press, startCall, untilSent, untilTalked } from '../visit.ts';
import { sampleLive } from './sample-office.ts';

type Act = (visit: Visit) => Promise<unknown>;

export interface Screenshot {
  /** Path of the page, without a language. */
  path: string;
  /** Takes all of the page instead of what fits the window. */
  isWhole?: boolean;
  /** Brings the page into the state that is shown. */
  act?: Act;
  /** Ends what `act` began. */
  leave?: Act;
  /** Begins a movement, which is shown at eight moments. */
  move?: Act;
  /** One visit per language with a changing window, so that a call is not held for each width. */
  isOneVisit?: boolean;
}

async function talk(visit: Visit): Promise<void> {
  await startCall(visit);
  await untilTalked(visit, 5);
}

/** A call that is not ended counts for a while towards the limit of calls at once. */
const hangUp: Act = (visit) => press(visit, 'voice_chat_end');

async function endTalk(visit: Visit): Promise<void> {
  await untilTalked(visit, 1);
  await hangUp(visit);
}

async function openTyping(visit: Visit): Promise<void> {
  await talk(visit);
  await press(visit, 'voice_chat_devices');
  await press(visit, 'voice_chat_typing');
}

async function endCall(visit: Visit): Promise<void> {
  await talk(visit);
  await hangUp(visit);
  await untilSent(visit);
}

async function callDenied(visit: Visit): Promise<void> {
  await visit.page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await startCall(visit);
  await panelOf(visit).getByRole('alert').waitFor();
}

async function callWhileBusy(visit: Visit): Promise<void> {
  await visit.page.route('**/api/get-token', (route) =>
    route.fulfill({ status: 503, json: { code: 'lines_busy', detail: '' } }),
  );
  await startCall(visit);
  await panelOf(visit).getByText(visit.words.voice_chat_lines_busy).waitFor();
}

async function waitForNextCall(visit: Visit): Promise<void> {
  await visit.page.evaluate(([key, untilMs]) => sessionStorage.setItem(key, untilMs), [
    cooldownKey,
    String(Date.now() + cooldownMs),
  ] as const);
  await press(visit, 'hero_call');
  await panelOf(visit).getByRole('timer').waitFor();
}

async function submitEmpty(visit: Visit): Promise<void> {
  await press(visit, 'hero_call');
  await press(visit, 'phone_submit');
  await visit.page.getByText(visit.words.phone_required_error).waitFor();
}

async function playBook({ page, words }: Visit): Promise<void> {
  await page.getByRole('button', { name: words.audiobooks_otkan_title }).click();
  await page.getByText(bookPassages.otkan.text).scrollIntoViewIfNeeded();
}

async function convert(visit: Visit): Promise<void> {
  await press(visit, 'tts_convert');
  await press(visit, 'tts_pause');
}

async function openLead({ page }: Visit): Promise<void> {
  const row = page.getByRole('article').first();
  await row.getByRole('heading').getByRole('button').click();
  await row.getByRole('list').first().waitFor();
}

const atHome = (act?: Act): Screenshot => ({ path: '/', act });
const moving = (move: Act, act?: Act, leave?: Act): Screenshot => ({ path: '/', act, move, leave });
const inCall = (act: Act, leave?: Act): Screenshot => ({ path: '/', act, leave, isOneVisit: true });
const office = (page: string, act?: Act): Screenshot => ({ path: `/admin/${page}`, isWhole: true, act });

export const views: Record<string, Screenshot> = {
  ...Object.fromEntries(
    publicPages.map((path): [string, Screenshot] => [
      path.slice(1) || 'home',
      { path, isWhole: true, isOneVisit: true },
    ]),
  ),
  top: atHome(),
  menu: atHome(({ page, words, language }) =>
    page.getByRole('button', { name: `${words.nav_language}: ${languageNames[language]}` }).click(),
  ),
  form: atHome(submitEmpty),
  help: atHome((visit) => press(visit, 'help_open')),
  scrolled: { path: '/#audiobooks' },
  book: atHome(playBook),
  tts: atHome(convert),
  call: inCall(talk, hangUp),
  typing: inCall(openTyping, hangUp),
  card: inCall(endCall),
  denied: inCall(callDenied),
  busy: inCall(callWhileBusy),
  cooldown: inCall(waitForNextCall),
  'form-opens': moving((visit) => press(visit, 'hero_call')),
  'form-closes': moving(
    ({ page }) => page.keyboard.press('Escape'),
    (visit) => fillForm(visit),
  ),
  'panel-opens': moving(
    (visit) => press(visit, 'phone_submit'),
    (visit) => fillForm(visit),
    endTalk,
  ),
  'card-opens': moving(hangUp, talk),
  'card-closes': moving((visit) => press(visit, 'voice_chat_close'), endCall),
  'navbar-changes': moving(({ page }) => page.mouse.wheel(0, 60)),
  leads: { path: '/admin/leads', act: ({ page }) => page.getByRole('article').first().waitFor() },
  lead: office('leads', openLead),
  // A product without visitors has no call to show.
  live: office('live', async ({ page }) => {
    await page.route(/\/api\/admin\/live$/, (route) => route.fulfill({ json: sampleLive }));
    await page.reload();
  }),
  insights: office('insights'),
  agent: office('agent'),
  setup: office('setup'),
};
