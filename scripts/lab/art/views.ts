import { bookPassages } from '../../../lib/book-passages.ts';
import { cooldownKey, cooldownMs } from '../../../lib/contracts/cooldown.ts';
import { languageNames } from '../../../lib/i18n/language.ts';
import { hrefIn, publicPages } from '../../../lib/i18n/routing.ts';
import { type Visit, panelOf, press, startCall, untilSent, untilTalked, visitOf } from '../visit.ts';

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
}

async function talk(visit: Visit): Promise<void> {
  await startCall(visit);
  await untilTalked(visit, 5);
}

/** A call that is not ended counts for a while towards the limit of calls at once. */
const hangUp: Act = (visit) => press(visit, 'voice_chat_end');

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

/** Calls in another tab, and shows the call in the office. */
async function watchCall({ page, language, words }: Visit): Promise<void> {
  const caller = visitOf(await page.context().newPage(), language);
  await caller.page.goto(hrefIn(language, '/'));
  await talk(caller);
  await page.reload();
  await page.getByText(words.live_listen).waitFor();
}

const atHome = (act?: Act, leave?: Act): Screenshot => ({ path: '/', act, leave });
const office = (page: string, act?: Act): Screenshot => ({ path: `/admin/${page}`, isWhole: true, act });

export const views: Record<string, Screenshot> = {
  ...Object.fromEntries(
    publicPages.map((path): [string, Screenshot] => [path.slice(1) || 'home', { path, isWhole: true }]),
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
  call: atHome(talk, hangUp),
  typing: atHome(openTyping, hangUp),
  card: atHome(endCall),
  denied: atHome(callDenied),
  cooldown: atHome(waitForNextCall),
  leads: { path: '/admin/leads', act: ({ page }) => page.getByRole('article').first().waitFor() },
  lead: office('leads', openLead),
  live: office('live', watchCall),
  insights: office('insights'),
  agent: office('agent'),
  setup: office('setup'),
};
