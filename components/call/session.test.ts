import { afterEach, expect, test, vi } from 'vitest';
import { keepReceipt, lastReceipt, readReceipt } from './after-call';
import { CallSession, type WayBack } from './session';
import type { CallEvent } from './call-machine';
import type * as devices from './devices';
import type * as oneCall from './one-call';
import { tokenRequest } from '@/lib/contracts/token';
import type * as room from './room';

const live = vi.hoisted(() => {
  const place: {
    tell: (news: unknown) => void;
    entries: (Error | null)[];
    typed: string[];
    writing: boolean[];
    /** The network takes no text. */
    textFails: boolean;
    steps: string[];
    /** The rooms that a token was asked for. */
    asked: string[];
    /** The rooms whose call is over. */
    over: string[];
    /** Of the server that is asked for a token, where it gives none. */
    answer?: () => Promise<Response>;
    supported: boolean;
    /** The other tabs of the browser are seen. */
    sharesCalls: boolean;
    granted: boolean;
    micError?: Error;
    /** The browser asks for the microphone until then. */
    prompt?: Promise<void>;
  } = {
    tell: () => undefined,
    entries: [],
    typed: [],
    writing: [],
    textFails: false,
    steps: [],
    asked: [],
    over: [],
    supported: true,
    sharesCalls: false,
    granted: false,
  };
  return place;
});
const levels = vi.hoisted(() => ({ visitor: 0, agent: 0 }));
const outbox = vi.hoisted(() => ({ broken: false, muted: [] as boolean[] }));
const graph = vi.hoisted(() => ({ running: true, onBuild: () => {} }));
const store = vi.hoisted(() => ({ loaded: false }));

vi.mock('@vercel/blob/client', () => {
  store.loaded = true;
  return { put: vi.fn() };
});

vi.mock('./devices', async (original) => ({
  ...(await original<typeof devices>()),
  microphoneGranted: () => live.granted,
  openMicrophone: async () => {
    if (live.prompt) await live.prompt;
    if (live.micError) throw live.micError;
    live.steps.push('microphone opened');
    return { stop: () => live.steps.push('microphone freed'), mediaStreamTrack: {} };
  },
}));
vi.mock('./room', async (original) => ({
  ...(await original<typeof room>()),
  canHoldCalls: () => live.supported,
  LiveRoom: class {
    constructor(microphone: unknown, tell: (news: unknown) => void) {
      live.steps.push(microphone === undefined ? 'room without a microphone' : 'room');
      live.tell = tell;
    }
    async enter() {
      const error = live.entries.shift();
      if (error) throw error;
    }
    async speak() {
      live.steps.push('microphone published');
    }
    levels() {
      return { visitor: 0.25, agent: 0.5 };
    }
    async type(text: string) {
      if (live.textFails) throw new Error('not sent');
      live.typed.push(text);
    }
    async tellWriting(writing: boolean) {
      live.writing.push(writing);
    }
    async setMuted(muted: boolean) {
      if (!muted && live.micError) throw live.micError;
      live.steps.push(muted ? 'microphone muted' : 'microphone unmuted');
    }
    hush() {}
    async leave() {
      live.steps.push('room left');
    }
  },
}));
vi.mock('./recording/mixer', () => ({
  Mixer: class {
    stream = {};
    constructor() {
      graph.onBuild();
    }
    get running() {
      return graph.running;
    }
    bars() {
      return [];
    }
    setMicrophone() {}
    levels() {
      return levels;
    }
    async close() {}
  },
}));
vi.mock('./one-call', async (original) => ({
  claimCall: async (...asked: Parameters<typeof oneCall.claimCall>) => {
    const release = await (await original<typeof oneCall>()).claimCall(...asked);
    return release && (() => (live.steps.push('call given back'), release()));
  },
}));
vi.mock('./recording/recorder', () => ({
  Recorder: class {
    mime = 'audio/mp4';
    async stop() {
      live.steps.push('recording stopped');
      return { mime: this.mime, durationMs: 1000, chunks: [new Blob(['x'])] };
    }
  },
}));
vi.mock('./recording/outbox', () => ({
  RecordingKeeper: class {
    keeps = true;
    add() {}
    constructor({ muted }: { muted: boolean }) {
      outbox.muted.push(muted);
    }
    note({ muted }: { muted?: boolean }) {
      if (muted !== undefined) outbox.muted.push(muted);
    }
    async whole() {
      if (outbox.broken) throw new Error('the outbox cannot be read');
      return null;
    }
    async forget() {}
    async leave() {
      live.steps.push('recording kept');
    }
  },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  live.steps.length = 0;
  live.entries.length = 0;
  live.writing.length = 0;
  live.sharesCalls = false;
  live.asked.length = 0;
  live.over.length = 0;
  outbox.muted.length = 0;
});

/** A browser's upload, which the server takes at once, or never. */
function stubUpload(taken: boolean, lead: object = {}): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      status = 201;
      responseText = JSON.stringify(lead);
      upload: { onprogress?: (event: object) => void } = {};
      onload = () => undefined;
      open() {}
      setRequestHeader() {}
      getResponseHeader() {
        return null;
      }
      send() {
        live.steps.push('recording sent');
        this.upload.onprogress?.({ loaded: 1, total: 4 });
        if (taken) this.onload();
      }
    },
  );
}

const { locks } = navigator;
let lastSession: CallSession;

/** A call whose visitor is so loud for five seconds. */
async function inCall(
  visitor: number,
  grant: object = {},
  typing?: boolean,
  agentJoins = true,
  back?: WayBack,
  unentered?: string,
  again?: boolean,
) {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', live.sharesCalls ? { locks } : {});
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { roomName } = tokenRequest.parse(JSON.parse(body));
    live.asked.push(roomName);
    if (live.answer) return live.answer();
    if (live.over.includes(roomName)) return Response.json({ code: 'call_ended' }, { status: 409 });
    return Response.json({ token: 't', roomName, serverUrl: 'ws://127.0.0.1', ...grant });
  });
  stubUpload(true);
  levels.visitor = visitor;
  const told: CallEvent[] = [];
  const captions: string[] = [];
  const session = new CallSession(
    { phone: '+998 90 123 45 67', language: 'uz', typing },
    { dispatch: (event) => void told.push(event), caption: ({ text }) => void captions.push(text) },
    { back, again, unentered },
  );
  lastSession = session;
  await session.start();
  if (agentJoins) {
    live.tell({ type: 'agent_joined' });
    live.tell({ type: 'agent_activity', agent: 'listening' });
  }
  await vi.advanceTimersByTimeAsync(5000);
  const opened = live.steps.splice(0);
  return { session, told, captions, opened };
}

test('a recording of which no file can be made is kept, and the room left all the same', async () => {
  const { session } = await inCall(0.5);
  outbox.broken = true;
  await session.finish();
  outbox.broken = false;
  expect(live.steps.slice(1)).toEqual([
    'recording stopped',
    'microphone freed',
    'recording kept',
    'room left',
  ]);
});

test('what sends the recording into the store is there from the beginning: an upgrade takes the files of an open page away', async () => {
  await inCall(0.5);
  expect(store.loaded).toBe(false);
  await inCall(0.5, { directUpload: true });
  vi.useRealTimers();
  await vi.waitFor(() => expect(store.loaded).toBe(true));
});

const closed = { type: 'left', closedByAgent: true };

test('a call in which nobody was heard sets no cooldown', async () => {
  const { told } = await inCall(0.05);
  live.tell(closed);
  expect(told).toContainEqual({ type: 'closed_by_agent', untilMs: null });
});

test('a browser without WebRTC is told so before it is asked for a microphone', async () => {
  live.supported = false;
  const { told } = await inCall(0);
  live.supported = true;
  expect(told[0]).toEqual({ type: 'failed', failure: { kind: 'unsupported' } });
  expect(told).not.toContainEqual({ type: 'mic_granted' });
});

test('one with a voice does', async () => {
  const { told } = await inCall(0.6);
  live.tell(closed);
  expect(told).toContainEqual({ type: 'closed_by_agent', untilMs: expect.any(Number) });
});

test('one with a typed answer does too', async () => {
  const { session, told, captions } = await inCall(0);
  expect(await session.type('Akmal')).toBe(true);
  live.tell(closed);
  expect(live.typed).toContain('Akmal');
  expect(captions).toEqual(['Akmal']);
  expect(told).toContainEqual({ type: 'closed_by_agent', untilMs: expect.any(Number) });
});

test('an answer that was not sent is told so, shown nowhere and counts for nothing', async () => {
  const { session, told, captions } = await inCall(0);
  live.textFails = true;
  expect(await session.type('Akmal')).toBe(false);
  live.textFails = false;
  live.tell({ type: 'connection_lost' });
  expect(await session.type('Akmal')).toBe(false);
  live.tell({ type: 'connection_back' });
  live.tell({ type: 'agent_left' });
  expect(await session.type('Akmal')).toBe(false);
  expect(captions).toEqual([]);
  live.tell(closed);
  expect(told).toContainEqual({ type: 'closed_by_agent', untilMs: null });
});

test('the agent is told that one writes: at the field, every few seconds of keys, and with each question', async () => {
  const { session } = await inCall(0);
  session.setWriting(true);
  for (let key = 0; key < 20; key++) {
    await vi.advanceTimersByTimeAsync(1000);
    session.setWriting(true);
  }
  expect(live.writing).toHaveLength(7);
  live.tell({ type: 'agent_activity', agent: 'speaking' });
  live.tell({ type: 'agent_activity', agent: 'listening' });
  live.tell({ type: 'agent_activity', agent: 'listening' });
  expect(live.writing).toHaveLength(8);
  session.setWriting(false);
  live.tell({ type: 'agent_activity', agent: 'speaking' });
  live.tell({ type: 'agent_activity', agent: 'listening' });
  expect(live.writing.slice(7)).toEqual([true, false]);
});

test('an empty field that was left open tells nothing with a question; one that holds text does', async () => {
  const { session } = await inCall(0);
  const ask = () => {
    live.writing.length = 0;
    live.tell({ type: 'agent_activity', agent: 'speaking' });
    live.tell({ type: 'agent_activity', agent: 'listening' });
    return live.writing;
  };
  session.setWriting(true, 'Akmal');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask()).toEqual([true]);
  live.textFails = true;
  await session.type('Akmal');
  live.textFails = false;
  expect(ask()).toEqual([true]);
  await session.type('Akmal');
  expect(ask()).toEqual([]);
  session.setWriting(true, '');
  expect(ask()).toEqual([true]);
});

test('while a phone has the microphone the agent is told to wait, at once and with each question', async () => {
  const { session, told } = await inCall(0);
  live.tell({ type: 'microphone_held', held: true });
  live.tell({ type: 'microphone_lost', denied: false });
  expect(live.writing).toEqual([true]);
  live.tell({ type: 'agent_activity', agent: 'speaking' });
  live.tell({ type: 'agent_activity', agent: 'listening' });
  expect(live.writing).toEqual([true, true]);
  session.setWriting(false);
  live.tell({ type: 'microphone_held', held: false });
  expect(live.writing).toEqual([true, true, false]);
  expect(told.at(-1)).toEqual({ type: 'mic_lost', lost: null });
});

test('a microphone that cannot be unmuted is told as lost, and tried again as the visitor asks for it', async () => {
  const { session, told } = await inCall(0);
  await session.setMuted(true);
  live.micError = new DOMException('in use', 'NotReadableError');
  await session.setMuted(false);
  expect(told.at(-1)).toEqual({ type: 'mic_lost', lost: 'gone' });
  delete live.micError;
  await session.reopenMicrophone();
  expect(told.at(-1)).toEqual({ type: 'muted', muted: false });
});

test('in a loud room the agent says whether it heard the visitor', async () => {
  const { told } = await inCall(0.6);
  live.tell({ type: 'visitor_heard', heard: false });
  live.tell(closed);
  expect(told).not.toContainEqual({ type: 'heard' });
  expect(told).toContainEqual({ type: 'closed_by_agent', untilMs: null });
});

test('who was heard before a reload is not taken for silent after it', async () => {
  const { told } = await inCall(0);
  live.tell({ type: 'visitor_heard', heard: true });
  live.tell(closed);
  expect(told).toContainEqual({ type: 'heard' });
  expect(told).toContainEqual({ type: 'closed_by_agent', untilMs: expect.any(Number) });
});

test('who types instead is asked for no microphone; the call is held and recorded all the same', async () => {
  const { session, told, opened } = await inCall(0, {}, true);
  expect(opened).toContain('room without a microphone');
  expect(opened).not.toContain('microphone opened');
  expect(told).toContainEqual({ type: 'recording', recording: true });
  await session.type('Akmal');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).not.toContainEqual({ type: 'mic_silent', silent: true });
  const finished = session.finish();
  await vi.advanceTimersByTimeAsync(100);
  await finished;
  expect(live.steps).toEqual(['call given back', 'recording stopped', 'recording sent', 'room left']);
});

test('a visitor whom a restarted media server does not know comes back as soon as it does', async () => {
  const { told } = await inCall(0.6);
  live.entries = [new Error('not found'), null];
  live.tell({ type: 'left', closedByAgent: false });
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toContainEqual({ type: 'connection_lost' });
  expect(told).not.toContainEqual({ type: 'connection_back' });
  await vi.advanceTimersByTimeAsync(1000);
  live.tell({ type: 'agent_joined' });
  expect(told).toContainEqual({ type: 'connection_back' });
  expect(live.steps).toEqual(['microphone published']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told.map(({ type }) => type)).not.toContain('failed');
});

test('a room that is gone for good is told as lost', async () => {
  const { told } = await inCall(0.6);
  vi.stubGlobal('fetch', async () => Response.json({ code: 'call_ended' }, { status: 409 }));
  live.tell({ type: 'left', closedByAgent: false });
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toContainEqual({ type: 'failed', failure: { kind: 'lost' } });
});

test('an agent that does not come is told after fifteen seconds, with what was said until then sent', async () => {
  const { told } = await inCall(0.6, {}, undefined, false);
  const missing = { type: 'failed', failure: { kind: 'agent_missing' } };
  await vi.advanceTimersByTimeAsync(9_900);
  expect(told).not.toContainEqual(missing);
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toContainEqual(missing);
  const ended = ['call given back', 'recording stopped', 'microphone freed', 'recording sent', 'room left'];
  expect(live.steps).toEqual(ended);
});

test('a microphone that is allowed and busy: the next try is given the same room, or another one once that is over', async () => {
  live.granted = true;
  live.micError = new DOMException('busy', 'NotReadableError');
  const { session, told } = await inCall(0);
  live.granted = false;
  delete live.micError;
  expect(told).toContainEqual({ type: 'mic_failed', fault: 'busy' });
  const again = async () => {
    const [room] = live.asked.splice(0);
    expect(session.unentered).toBe(room);
    const next = await inCall(0, {}, undefined, true, undefined, room);
    expect(live.asked[0]).toBe(room);
    expect(next.told).toContainEqual({ type: 'agent_joined' });
    expect(next.session.unentered).toBeUndefined();
    return room ?? '';
  };
  const room = await again();
  expect(live.asked).toEqual([room]);
  live.over.push(room);
  await again();
  expect(live.asked).toEqual([room, expect.not.stringMatching(room)]);
});

test('a room is kept from before its token is asked for, whose answer may be late or lost; a refusal lets it go', async () => {
  live.granted = true;
  live.micError = new DOMException('busy', 'NotReadableError');
  live.answer = () => new Promise(() => {});
  const { session } = await inCall(0);
  live.granted = false;
  delete live.micError;
  const [room] = live.asked.splice(0);
  expect(session.unentered).toBe(room);
  const again = async (status: number, code: string) => {
    live.answer = async () => Response.json({ code }, { status });
    const next = await inCall(0, {}, undefined, false, undefined, room);
    expect(live.asked.splice(0)).toEqual([room]);
    return next.session.unentered;
  };
  expect(await again(503, 'internal')).toBe(room);
  expect(await again(409, 'terms_outdated')).toBeUndefined();
  delete live.answer;
});

test('a media server that does not answer is told, and the microphone freed', async () => {
  live.entries = [new Error('no answer')];
  const { told, opened } = await inCall(0.6, {}, undefined, false);
  expect(told).toContainEqual({ type: 'failed', failure: { kind: 'connection' } });
  expect(opened).toContain('microphone freed');
});

test('an agent that cannot be seen while the connection is lost is not taken for gone', async () => {
  const { told } = await inCall(0.6);
  const gone = { type: 'failed', failure: { kind: 'agent_left' } };
  live.tell({ type: 'connection_lost' });
  live.tell({ type: 'agent_left' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).not.toContainEqual(gone);
  live.tell({ type: 'connection_back' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).not.toContainEqual(gone);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toContainEqual(gone);
});

test('the microphone is suspected while the agent listens, not while it speaks', async () => {
  const { told } = await inCall(0);
  live.tell({ type: 'agent_activity', agent: 'speaking' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).not.toContainEqual({ type: 'mic_silent', silent: true });
  live.tell({ type: 'agent_activity', agent: 'listening' });
  await vi.advanceTimersByTimeAsync(6000);
  expect(told).toContainEqual({ type: 'mic_silent', silent: true });
});

test('who types in a quiet place is not warned of a silent microphone', async () => {
  const { session, told } = await inCall(0);
  const warning = { type: 'mic_silent', silent: true };
  for (let key = 0; key < 20; key++) {
    session.setWriting(true, 'Akmal');
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(told).not.toContainEqual(warning);
  await session.type('Akmal');
  session.setWriting(false);
  await vi.advanceTimersByTimeAsync(9000);
  expect(told).not.toContainEqual(warning);
  await vi.advanceTimersByTimeAsync(2000);
  expect(told).toContainEqual(warning);
});

test('at the end: recording stopped, microphone freed, recording sent, room left', async () => {
  const { session } = await inCall(0.6);
  const finished = session.finish();
  await vi.advanceTimersByTimeAsync(100);
  await finished;
  expect(live.steps).toEqual([
    // First: another call may begin while the recording is sent.
    'call given back',
    'recording stopped',
    'microphone freed',
    'recording sent',
    'room left',
  ]);
  expect(lastReceipt.get()).toMatchObject({ delivery: 'arrived', durationMs: 1000 });
  lastReceipt.set(null);
  readReceipt();
  expect(lastReceipt.get()).toMatchObject({ delivery: 'arrived', audioUrl: null });
});

test('a call in a room that another tab takes over ends as if its visitor had ended it, and what was said is sent', async () => {
  live.sharesCalls = true;
  const { told } = await inCall(0.6);
  const request = { phone: '+998 90 123 45 67', language: 'uz' } as const;
  const elsewhere: CallEvent[] = [];
  const outlet = { dispatch: (event: CallEvent) => void elsewhere.push(event), caption: () => undefined };
  await new CallSession(request, outlet).start();
  expect(elsewhere.splice(0)[0]).toEqual({ type: 'failed', failure: { kind: 'other_tab' } });
  expect(told).not.toContainEqual({ type: 'end_pressed' });
  const other = new CallSession(request, outlet);
  await other.start(true);
  await vi.waitFor(() => expect(told.at(-1)?.type).toBe('saved'));
  expect(elsewhere.map(({ type }) => type)).toEqual(['mic_granted', 'room_entered']);
  const ended = live.steps.filter((step) => !/opened|published/.test(step) && step !== 'room');
  expect(ended).toEqual([
    'call given back',
    'recording stopped',
    'microphone freed',
    'recording sent',
    'room left',
  ]);
  await other.finish();
});

test('the card of an earlier call stays until there is the new one’s', async () => {
  const earlier = { room: 'chat-1', phone: '', token: '', durationMs: 1, answersMs: [], voice: [] };
  keepReceipt({ ...earlier, audioUrl: null, delivery: 'arrived', sentShare: 1 });
  const { session } = await inCall(0.6);
  expect(lastReceipt.get()).toMatchObject(earlier);
  const finished = session.finish();
  await vi.advanceTimersByTimeAsync(100);
  await finished;
  expect(lastReceipt.get()).toMatchObject({ room: live.asked[0], delivery: 'arrived' });
});

test('the card shows the number that the lead has, which the agent may have corrected', async () => {
  const { session } = await inCall(0.6);
  stubUpload(true, { _id: 'a', processingStatus: 'pending', phoneNumber: '+998911112233' });
  const finished = session.finish();
  await vi.advanceTimersByTimeAsync(100);
  await finished;
  expect(lastReceipt.get()).toMatchObject({ delivery: 'arrived', phone: '+998911112233' });
});

test('without an audio graph the bars follow what the media server hears', async () => {
  const { session } = await inCall(0.6);
  expect(session.levels().visitor).toBe(0.6);
  graph.running = false;
  expect(session.levels()).toEqual({ visitor: 0.25, agent: 0.5 });
  const bars = session.bars();
  graph.running = true;
  expect(bars).toHaveLength(5);
  expect(Math.max(...bars)).toBeGreaterThan(0.2);
});

test('a slow upload holds the room for eight seconds at most', async () => {
  const { session } = await inCall(0.6);
  stubUpload(false);
  const finished = session.finish();
  await vi.advanceTimersByTimeAsync(7900);
  expect(lastReceipt.get()).toMatchObject({ delivery: 'sending', sentShare: 0.25 });
  expect(live.steps).not.toContain('room left');
  await vi.advanceTimersByTimeAsync(200);
  await finished;
  expect(live.steps).toContain('room left');
});

test('a microphone that the browser asks for in vain: told after three seconds, and one may type', async () => {
  const allowed = Promise.withResolvers<void>();
  live.prompt = allowed.promise;
  const calling = inCall(0);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(3000);
  lastSession.typeInstead();
  const { told, opened } = await calling;
  expect(told).toContainEqual({ type: 'mic_overlooked' });
  expect(opened).toContain('room without a microphone');
  delete live.prompt;
  allowed.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(live.steps).toEqual(['microphone opened', 'microphone freed']);
});

test('who chooses to type just after the microphone has opened is not heard', async () => {
  live.prompt = Promise.resolve();
  graph.onBuild = () => lastSession.typeInstead();
  const { opened } = await inCall(0);
  graph.onBuild = () => {};
  delete live.prompt;
  expect(opened.slice(0, 3)).toEqual(['microphone opened', 'microphone freed', 'room without a microphone']);
});

test('a call that the visitor ends in the goodbye shows the wait that the agent has begun', async () => {
  const { session, told } = await inCall(0.6);
  const ending = session.end();
  live.tell(closed);
  await vi.advanceTimersByTimeAsync(100);
  await ending;
  expect(told.at(-1)).toMatchObject({ type: 'saved', untilMs: expect.any(Number) });
});

test('a call in which nobody was heard is no conversation, whoever ends it, nor is one without an agent', async () => {
  const outcomesOf = async (visitor: number, agentJoins: boolean, end: (session: CallSession) => void) => {
    const { session, told } = await inCall(visitor, {}, undefined, agentJoins);
    end(session);
    const finished = session.finish();
    await vi.advanceTimersByTimeAsync(100);
    await finished;
    const saved = told.find(({ type }) => type === 'saved');
    return [lastReceipt.get()?.outcome, saved && 'outcome' in saved && saved.outcome];
  };
  const end = (session: CallSession) => void session.end();
  expect(await outcomesOf(0.05, true, () => live.tell(closed))).toEqual(['unheard', undefined]);
  expect(await outcomesOf(0.05, true, end)).toEqual(['unheard', 'unheard']);
  expect(await outcomesOf(0.6, false, end)).toEqual(['unanswered', 'unanswered']);
  // In the middle of the first answer, of which the agent has made no turn yet.
  const endsEarly = (session: CallSession) => {
    live.tell({ type: 'visitor_heard', heard: false });
    end(session);
  };
  expect(await outcomesOf(0.6, true, endsEarly)).toEqual([undefined, undefined]);
});

const kept = { room: 'chat-1763750000000', phone: '', token: 't', mime: '', startedAtMs: 1, refusals: 0 };
const back: WayBack = {
  grant: { token: 't', roomName: kept.room, serverUrl: 'ws://127.0.0.1' },
  before: { ...kept, chunks: 1, release: () => undefined },
};

test('who was muted comes back muted after a reload, before the room is given the microphone', async () => {
  const before = { ...back.before, muted: true };
  const { session, told, opened } = await inCall(0.6, {}, undefined, true, { ...back, before });
  expect(opened).toEqual(['microphone opened', 'room', 'microphone muted', 'microphone published']);
  expect(told).toContainEqual({ type: 'muted', muted: true });
  await session.setMuted(false);
  expect(outbox.muted).toEqual([true, false]);
});

test('a call whose agent has gone while the page was reloaded was a conversation all the same', async () => {
  const outcomeOf = async (comesBy?: WayBack) => {
    await inCall(0.6, {}, undefined, false, comesBy);
    await vi.advanceTimersByTimeAsync(10_100);
    return lastReceipt.get();
  };
  expect(await outcomeOf()).toMatchObject({ outcome: 'unanswered' });
  const receipt = await outcomeOf(back);
  expect(receipt).toMatchObject({ delivery: 'arrived' });
  expect(receipt?.outcome).toBeUndefined();
});

test('the way back that was offered is asked for again: a call that is over meanwhile is told as lost at once', async () => {
  live.over.push(kept.room);
  const { told } = await inCall(0.6, {}, undefined, false, back, undefined, true);
  expect(live.asked).toEqual([kept.room]);
  expect(told).toContainEqual({ type: 'failed', failure: { kind: 'lost' } });
  expect(told).not.toContainEqual(expect.objectContaining({ type: 'room_entered' }));
});
