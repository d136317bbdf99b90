import type { Locator, Page } from '@playwright/test';
import { CallPanel } from './support/call-panel.ts';
import { stretchesOfOneVoice, recordedLengthS, storedConversation } from './support/conversation.ts';
import { leadsOf, recordedLead } from './support/leads-of-phone.ts';
import {
  expectAccessible,
  expectAccessibleByDayAndNight,
  expectUsableAtExtremes,
} from './support/accessible.ts';
import { prepareSentences, replaceMicrophone, speak } from './support/spoken-answers.ts';
import { expect, test } from './support/visitor.ts';

/** Below this level a channel is silent. Voices are at -15 dB; leaks of Opus, at -40 dB, are too short to count. */
const crosstalkDb = -45;

/** Opens the page of live calls on an operator's phone; returns the row of a call. */
async function openLiveCall(page: Page, phone: string): Promise<Locator> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/en/admin/live');
  return page.getByRole('article', { name: phone });
}

/** The operator listens in on a phone and by keyboard, and the visitor's panel says so. */
async function operatorListensIn(page: Page, call: CallPanel, phone: string): Promise<void> {
  const live = await openLiveCall(page, phone);
  await expect(live.getByRole('list', { name: 'What is said' })).toContainText('Salom, men');
  await expect(live.getByText(/^0:\d\d$/)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const name of ['Listen in', 'End the call'])
    expect((await live.getByRole('button', { name }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const notice = call.panel.getByText(call.strings.voice_chat_listened_to);
  await expect(notice).toBeHidden();
  const release = Promise.withResolvers<void>();
  await page.route('**/api/admin/live', async (route) => {
    if (route.request().method() === 'POST') await release.promise;
    await route.fallback();
  });
  await live.getByRole('button', { name: 'Listen in' }).focus();
  await page.keyboard.press('Enter');
  await expect(live.getByRole('status')).toHaveText('Connecting: the sound takes a few seconds.');
  release.resolve();
  await expect(live.getByText('the visitor’s window says so')).toBeVisible();
  await expect(notice).toBeVisible();
  await expectAccessible(call.page);
  const positions = () =>
    page.evaluate(() => [...document.querySelectorAll('audio')].map((audio) => audio.currentTime));
  await expect.poll(async () => (await positions()).length).toBe(2);
  await expect.poll(async () => Math.min(...(await positions()))).toBeGreaterThan(0.5);
  await page.keyboard.press('Enter');
  await expect(notice).toBeHidden();
  expect(await positions()).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(live.getByRole('button', { name: 'End the call' })).toBeFocused();
  await page.goto('about:blank');
}

/** Collects the console's errors and warnings about the call's connection. */
function collectConnectionErrors(page: Page): string[] {
  const connectionErrors: string[] = [];
  page.on('console', (message) => {
    const isErrorOrWarning = message.type() === 'error' || message.type() === 'warning';
    if (isErrorOrWarning && /livekit|data ?channel|peer connection|createOffer/i.test(message.text()))
      connectionErrors.push(message.text());
  });
  return connectionErrors;
}

test('an interview ends with a cooldown and a lead with both voices, while an operator listens in', async ({
  visit,
  phone,
  page,
  request,
}) => {
  await prepareSentences('My name is Aziz, from Tashkent.');
  const call = await visit({ language: 'uz', prepare: replaceMicrophone });
  const connectionErrors = collectConnectionErrors(call.page);
  await call.call(phone);
  await call.expectAgentConnected();
  await expect(call.panel.getByText(call.strings.voice_chat_recording)).toBeVisible();
  await expect(call.captions).toContainText('Salom, men');

  const answers = async () => {
    for (const topic of ['name', 'profession', 'goal', 'needs'] as const) {
      await expect(call.captions).toContainText(call.strings[`agent_ask_${topic}`]);
      await call.untilVisitorsTurn();
      await speak(call.page, ['My name is Aziz, from Tashkent.']);
    }
  };

  await test.step('the agent asks, while an operator listens in, thanks and closes the room', async () => {
    const listened = operatorListensIn(page, call, phone).then(() => watchHeightInCall(call.panel));
    const [heights] = await Promise.all([listened, answers()]);
    await expect(call.status).toHaveText(call.strings.voice_chat_call_ended);
    expect(connectionErrors).toEqual([]);
    await expect(call.panel.getByRole('timer')).toHaveText(/29:\d\d/);
    await expect(call.button('mute')).toBeHidden();
    expect(await heights()).toHaveLength(1);
  });

  await test.step('the panel says that the recording arrived, and shows the phone number and the tile', async () => {
    await expect(call.panel.getByText(call.strings.voice_chat_delivery_arrived)).toBeVisible();
    await expect(call.panel.getByText(phone)).toBeVisible();
    await expect(call.panel.getByRole('figure', { name: call.strings.voice_chat_tile })).toBeVisible();
    const lines = call.panel.getByRole('list', { name: call.strings.voice_chat_said }).getByRole('listitem');
    await expect(lines.filter({ hasText: call.strings.agent_ask_name })).toBeVisible();
    expect(await lines.count()).toBeGreaterThanOrEqual(5);
    await call.button('close').click();
    await call.expectClosed();
    await call.page.getByRole('button', { name: call.strings.phone_last_call }).click();
    await expect(call.panel.getByText(call.strings.voice_chat_delivery_arrived)).toBeVisible();
  });

  await test.step('the recording has each voice in its own channel', async () => {
    const lead = await recordedLead(request, phone);
    const { durationS, visitor, agent } = await storedConversation(request, lead);
    expect(Math.abs(durationS - lead.duration)).toBeLessThan(1);
    expect(agent.segments.length).toBeGreaterThanOrEqual(4);
    expect(visitor.segments.length).toBeGreaterThanOrEqual(3);
    const agentAlone = stretchesOfOneVoice(agent, visitor);
    const visitorAlone = stretchesOfOneVoice(visitor, agent);
    expect(agentAlone.length).toBeGreaterThanOrEqual(2);
    expect(visitorAlone.length).toBeGreaterThanOrEqual(2);
    for (const stretch of agentAlone) expect(visitor.level95Db(stretch)).toBeLessThan(crosstalkDb);
    for (const stretch of visitorAlone) expect(agent.level95Db(stretch)).toBeLessThan(crosstalkDb);
    // The agent speaks again after the visitor.
    expect(agent.segments.at(-1)?.fromS).toBeGreaterThan(visitor.segments[0]?.toS ?? Infinity);
    // The last turn ends within the recording.
    expect(lead.turns.at(-1)?.toS).toBeLessThan(durationS + 1);
    expect(lead.turns.length).toBeGreaterThanOrEqual(8);
  });

  await test.step('the cooldown outlives a reload, in the browser and on the server', async () => {
    await call.page.reload();
    const nextCall = call.strings.phone_next_call.replace('{time}', String.raw`\d\d:\d\d`);
    await expect(call.page.getByText(new RegExp(nextCall))).toBeVisible();
    await call.page.getByRole('button', { name: call.strings.hero_call }).click();
    await expect(call.panel.getByRole('timer')).toHaveText(/2[89]:\d\d/);
    await expect(call.button('mute')).toBeDisabled();
    await call.button('close').click();
    await call.expectClosed();
    await call.page.evaluate(() => sessionStorage.clear());
    await call.page.reload();
    await call.call(phone);
    await expect(call.panel.getByRole('timer')).toHaveText(/2[89]:\d\d/);
  });
});

test('a visitor mutes the microphone, ends the call and deletes it; the recording is silent while muted', async ({
  visit,
  phone,
  request,
}) => {
  const pauseS = 1;
  const call = await visit({ language: 'ru', pauseS });
  const connectionErrors = collectConnectionErrors(call.page);
  await call.page.getByRole('button', { name: call.strings.audiobooks_alpomish_title }).click();
  const book = call.page.locator('audio[src*="/books/"]');
  const isBookPaused = () => book.evaluate((audio: HTMLMediaElement) => audio.paused);
  await expect.poll(isBookPaused).toBe(false);
  await call.callUntilClock(phone, 2);
  expect(await isBookPaused()).toBe(true);
  await test.step('the towers: turquoise for the agent, saffron for the visitor, above the panel on a phone too', async () => {
    const stage = call.panel.locator('xpath=preceding-sibling::div[@data-speaker]');
    const light = () =>
      stage.evaluate((element) => {
        const { backgroundImage } = getComputedStyle(element.firstElementChild?.firstElementChild ?? element);
        return `${element.getAttribute('data-speaker')} ${backgroundImage}`;
      });
    await expect.poll(light, { intervals: [100] }).toMatch(/^agent .*rgb\(63, 211, 203\)/);
    await expect.poll(light, { intervals: [100] }).toMatch(/^visitor .*rgb\(248, 186, 60\)/);
    const size = call.page.viewportSize();
    await call.page.setViewportSize({ width: 360, height: 640 });
    const tops = await stage
      .locator(':scope > div')
      .evaluateAll((towers) => towers.map((tower) => tower.getBoundingClientRect().top));
    expect(Math.min(...tops)).toBeGreaterThan(0);
    expect(Math.max(...tops)).toBeLessThan((await call.panel.boundingBox())?.y ?? 0);
    if (size) await call.page.setViewportSize(size);
  });
  await call.page.getByRole('button', { name: call.strings.audiobooks_alpomish_title }).click();
  await expect(call.panel).toBeFocused();
  expect(await isBookPaused()).toBe(true);
  await test.step('the microphone is muted for four seconds', async () => {
    await call.button('mute').click();
    await expect(call.panel.getByText(call.strings.voice_chat_muted)).toBeVisible();
    await call.untilClock((await call.seconds()) + 4);
    await call.button('unmute').click();
    await call.untilClock((await call.seconds()) + 4);
  });
  const heading = call.page.getByRole('heading', { name: call.strings.audiobooks_title });
  await heading.scrollIntoViewIfNeeded();
  const boxBefore = await heading.boundingBox();
  const heights = await watchHeightByFrame(call.panel);
  await call.button('end').click();
  await expect(call.panel.getByText(call.strings.voice_chat_delivery_arrived)).toBeVisible();
  const [heightInCall = 0, ...laterHeights] = await heights();
  expect(Math.min(...laterHeights)).toBeGreaterThan(heightInCall);
  expect(connectionErrors).toEqual([]);
  expect((await heading.boundingBox())?.y).toBeCloseTo(boxBefore?.y ?? Number.NaN, -1);
  await expect(call.panel).toBeFocused();
  await test.step('the player resumes after a pause', async () => {
    const player = call.panel.getByRole('group', { name: call.strings.voice_chat_listen });
    const position = player.getByRole('slider', { name: call.strings.voice_chat_position });
    const playedS = async () => Number(await position.inputValue());
    const play = player.getByRole('button', { name: call.strings.voice_chat_play });
    const pause = player.getByRole('button', { name: call.strings.voice_chat_pause });
    await play.click();
    await pause.click();
    await play.click();
    await expect.poll(playedS).toBeGreaterThan(0.5);
    await pause.click();
    await position.press('ArrowRight');
    await expect.poll(playedS).toBeGreaterThan(5);
  });
  await expectAccessibleByDayAndNight(call.page, '#call-panel');
  const download = call.page.waitForEvent('download');
  await call.panel.getByRole('button', { name: call.strings.voice_chat_tile_keep }).click();
  expect((await download).suggestedFilename()).toBe('ovoz-girih.png');

  const lead = await recordedLead(request, phone);
  expect(lead).toMatchObject({ language: 'ru', duration: expect.any(Number) });
  const { durationS, visitor } = await storedConversation(request, lead);
  expect(durationS).toBeGreaterThan(8);
  expect(Math.abs(durationS - lead.duration)).toBeLessThan(1);
  // The visitor's own pauses last about `pauseS`.
  const silences = visitor.segments.slice(1).map(({ fromS }, previous) => ({
    fromS: (visitor.segments[previous]?.toS ?? 0) + 0.3,
    toS: fromS - 0.3,
  }));
  const mutedStretches = silences.filter(({ fromS, toS }) => toS - fromS > 2 * pauseS);
  expect(mutedStretches).toHaveLength(1);
  for (const stretch of mutedStretches) expect(visitor.level95Db(stretch)).toBeLessThan(crosstalkDb);
  await test.step('the visitor deletes the call after a reload', async () => {
    await call.page.reload();
    await call.page.getByRole('button', { name: call.strings.phone_last_call }).click();
    await call.panel.getByRole('button', { name: call.strings.voice_chat_delete }).click();
    await call.panel.getByRole('button', { name: call.strings.voice_chat_delete_sure }).click();
    await expect(call.panel.getByText(call.strings.voice_chat_deleted)).toBeVisible();
    expect(await leadsOf(request, phone)).toEqual([]);
    await expect(call.panel).toBeFocused();
    await call.page.keyboard.press('Escape');
    await call.expectClosed();
  });
  // No cooldown: the visitor may call again at once.
  await call.call(phone);
  await call.expectAgentConnected();
});

test('a silent visitor browses the site in a call until an operator ends it, and gets no cooldown', async ({
  visit,
  phone,
  page: office,
  request,
}) => {
  const callInUzbek = await visit({ language: 'uz', pauseS: 90 });
  const { page } = callInUzbek;
  const connectionErrors = collectConnectionErrors(page);
  await callInUzbek.call(phone);
  await expect(callInUzbek.captions).toContainText('Ovoz');
  await callInUzbek.expectAgentConnected();
  await test.step('the call survives a link, the back button and another language', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: callInUzbek.strings.footer_docs }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(callInUzbek.strings.docs_title);
    await callInUzbek.expectAgentConnected();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(callInUzbek.strings.hero_title);
    await callInUzbek.expectAgentConnected();
    await callInUzbek.panel.getByRole('button', { name: callInUzbek.strings.voice_chat_typing }).click();
    await callInUzbek.panel.getByRole('textbox').fill('Akmal');
    await page.getByRole('button', { name: /: Oʻzbek$/ }).click();
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await expect(page).toHaveURL(/\/ru$/);
  });
  const call = new CallPanel(page, 'ru');
  await expect(call.panel.getByRole('textbox', { name: call.strings.voice_chat_type })).toHaveValue('Akmal');
  await call.panel.getByRole('button', { name: call.strings.voice_chat_typing }).click();
  await call.expectAgentConnected();
  // The agent still speaks Uzbek after the page has changed to Russian.
  await expect(call.captions).toContainText(/\p{Script=Latin}/u);
  await expectAccessibleByDayAndNight(page);
  await call.button('mute').click();
  await expectAccessibleByDayAndNight(page);
  await test.step('the text field and the device picker fit the smallest window', async () => {
    for (const part of [call.strings.voice_chat_typing, call.strings.voice_chat_devices]) {
      await call.panel.getByRole('button', { name: part }).click();
      await expectUsableAtExtremes(call.panel);
    }
    await call.panel.getByRole('button', { name: call.strings.voice_chat_devices }).click();
  });
  await test.step('the office ends the call, and the panel says so; there is no cooldown', async () => {
    await call.untilClock(7);
    const live = await openLiveCall(office, phone);
    await live.getByRole('button', { name: 'End the call' }).press('Enter');
    await expect(live.getByRole('button', { name: 'End it for the visitor?' })).toBeFocused();
    await office.keyboard.press('Enter');
    await expect(call.status).toHaveText(call.strings.voice_chat_ended_by_office);
    await expect(live).toBeHidden();
    await expect(call.panel.getByRole('timer')).toBeHidden();
    await expectAccessibleByDayAndNight(page);
    expect((await recordedLead(request, phone)).duration).toBeGreaterThan(5);
    await call.button('close').click();
  });
  await test.step('after a call without a voice the panel offers other microphones, typing and a retry', async () => {
    await call.openForm();
    await page.getByRole('button', { name: call.strings.phone_submit }).click();
    await call.expectAgentConnected();
    await call.untilClock(1);
    await call.button('end').click();
    await expect(call.status).toHaveText(call.strings.voice_chat_unheard);
    await expect(call.panel.getByText(call.strings.voice_chat_delivery_recorded)).toBeVisible();
    await expect(
      call.panel.getByRole('combobox', { name: call.strings.voice_chat_microphone }),
    ).toBeVisible();
    await expect(call.button('type_instead')).toBeVisible();
    await expect(call.panel.getByRole('timer')).toBeHidden();
    await expectAccessibleByDayAndNight(page);
    await expectUsableAtExtremes(call.panel);
    await call.button('retry').click();
    await call.expectAgentConnected();
    await call.untilClock(1);
    await call.button('end').click();
    await expect(call.status).toHaveText(call.strings.voice_chat_unheard);
  });
  expect(connectionErrors).toEqual([]);
});

/** Collects the panel's heights until the call is over. */
async function watchHeightInCall(panel: Locator): Promise<() => Promise<number[]>> {
  const heights = await panel.evaluateHandle((element) => {
    const heights = new Set<number>();
    const add = () => element.querySelector('meter') && heights.add(element.getBoundingClientRect().height);
    new ResizeObserver(add).observe(element);
    return heights;
  });
  return () => heights.evaluate((heights) => [...heights]);
}

/** Collects the panel's height at each frame. */
async function watchHeightByFrame(panel: Locator): Promise<() => Promise<number[]>> {
  const heights = await panel.evaluateHandle((element) => {
    const heights = new Set<number>();
    const measure = () => {
      heights.add(Math.round(element.getBoundingClientRect().height));
      requestAnimationFrame(measure);
    };
    measure();
    return heights;
  });
  return () => heights.evaluate((heights) => [...heights]);
}

test('during a call the towers move, and the visitor changes the microphone, unplugs it and loses the network', async ({
  visit,
  phone,
  request,
}) => {
  const call = await visit({
    language: 'uz',
    pauseS: 1,
    reducedMotion: 'no-preference',
    prepare: async (context) => void (await context.addInitScript(simulateUnplugging)),
  });
  const { panel, strings } = call;
  await call.callUntilClock(phone, 1);

  const tops = () =>
    panel
      .locator('xpath=preceding-sibling::div/div')
      .evaluateAll((towers) => towers.map((tower) => Math.round(tower.getBoundingClientRect().top)));
  const topsBefore = (await tops()).join();
  await expect.poll(async () => (await tops()).join()).not.toBe(topsBefore);
  expect(Math.max(...(await tops()))).toBeLessThan((await panel.boundingBox())?.y ?? 0);

  await panel.getByRole('button', { name: strings.voice_chat_devices }).click();
  await panel.getByRole('combobox', { name: strings.voice_chat_microphone }).selectOption({ index: 1 });
  await expect(panel.getByRole('combobox', { name: strings.voice_chat_speaker })).toBeVisible();
  await call.expectAgentConnected();
  await panel.getByRole('button', { name: strings.voice_chat_devices }).click();

  const level = panel.getByRole('meter', { name: strings.voice_chat_level });
  const expectHeard = () =>
    expect.poll(async () => Number(await level.getAttribute('value'))).toBeGreaterThan(20);
  await test.step('the microphone is unplugged: the call uses another one', async () => {
    await call.page.evaluate(() => window.ovozUnplug?.(true));
    await expectHeard();
    await expect(panel.getByRole('alert')).toHaveText('');
  });
  await test.step('the only microphone is unplugged: the panel says so; after replugging it is heard', async () => {
    await call.page.evaluate(() => window.ovozUnplug?.(false));
    await expect(panel.getByRole('alert')).toHaveText(strings.voice_chat_mic_lost);
    await expect(panel.getByRole('combobox', { name: strings.voice_chat_microphone })).toBeVisible();
    await expect(call.button('retry')).toBeVisible();
    await call.page.evaluate(() => window.ovozPlugIn?.());
    await expect(panel.getByRole('alert')).toHaveText('');
    await expectHeard();
  });
  await test.step('the network is lost before the end: the recording is sent once it is back', async () => {
    const network = call.page.context();
    await network.setOffline(true);
    const failure = call.page.waitForEvent('requestfailed', (upload) => upload.url().endsWith('/api/leads'));
    await call.button('end').click();
    await failure;
    expect((await leadsOf(request, phone)).map(({ hasAudio }) => hasAudio)).not.toContain(true);
    await network.setOffline(false);
    expect(await recordedLengthS(request, phone)).toBeGreaterThan(1);
  });
});

declare global {
  interface Window {
    /** Written by simulateUnplugging. */
    ovozUnplug?: (isAnotherPluggedIn: boolean) => void;
    ovozPlugIn?: () => void;
  }
}

/** Runs in the page. A fake device cannot be unplugged, so this ends its tracks like the browser. */
function simulateUnplugging(): void {
  const { mediaDevices } = navigator;
  const openMicrophone = mediaDevices.getUserMedia.bind(mediaDevices);
  const tracks: MediaStreamTrack[] = [];
  let isPluggedIn = true;
  mediaDevices.getUserMedia = async (constraints) => {
    if (!isPluggedIn) throw new DOMException('', 'NotFoundError');
    const stream = await openMicrophone(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };
  window.ovozUnplug = (isAnotherPluggedIn) => {
    isPluggedIn = isAnotherPluggedIn;
    for (const track of tracks.splice(0)) {
      if (track.readyState === 'ended') continue;
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  };
  window.ovozPlugIn = () => {
    isPluggedIn = true;
    mediaDevices.dispatchEvent(new Event('devicechange'));
  };
}

test('a visitor who refuses the microphone types instead', async ({ visit, phone, request }) => {
  const call = await visit({ isMicrophoneAllowed: false });
  await call.call(phone);
  await expect(call.status).toHaveText(call.strings.voice_chat_mic_permission_needed);
  await expect(call.panel.getByRole('alert')).toContainText('Microphone access required for voice chat');
  await expect(call.button('retry')).toBeVisible();
  expect(await leadsOf(request, phone)).toEqual([]);

  await test.step('the visitor types instead, and becomes a lead', async () => {
    await call.panel.getByRole('button', { name: call.strings.voice_chat_type_instead }).click();
    await call.expectAgentConnected();
    await expect(call.button('mute')).toBeHidden();
    await expect(call.captions).toContainText(call.strings.agent_ask_name);
    await call.panel.getByRole('textbox', { name: call.strings.voice_chat_type }).fill('Akmal');
    await call.panel.getByRole('button', { name: call.strings.voice_chat_send }).click();
    await expect(call.captions).toContainText(call.strings.agent_ask_profession);
    await test.step('the page stays dark behind the panel until it is closed', async () => {
      const subtitle = call.page.getByText(call.strings.hero_subtitle);
      await call.button('end').click();
      await expect(call.panel.getByText(call.strings.voice_chat_delivery_arrived)).toBeVisible();
      await expect(subtitle).toHaveCSS('opacity', '0');
      await call.button('close').click();
      await call.expectClosed();
      await expect(subtitle).toHaveCSS('opacity', '1');
    });
    // The typed answer stays after processing, although the recording lacks it.
    await expect.poll(async () => (await recordedLead(request, phone)).processingStatus).toBe('completed');
    expect((await recordedLead(request, phone)).turns.map(({ text }) => text)).toContain('Akmal');
  });
});
