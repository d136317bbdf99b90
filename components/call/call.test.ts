import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepReceipt, lastReceipt, unkeptDeliveries } from './after-call';
import {
  callView,
  chooseDevice,
  deleteLastCall,
  dismissCall,
  endCall,
  retryCall,
  startCall,
  typeInstead,
} from './call';
import type { CallEvent } from './call-machine';
import { callFormId } from './form/popover-position';
import { soundBegins } from '@/components/ui/sounding';

const told = vi.hoisted(() => {
  const outlet: {
    dispatch: (event: CallEvent) => void;
    back?: unknown;
    unentered?: string;
    typesInstead: number;
  } = {
    dispatch: () => undefined,
    typesInstead: 0,
  };
  return outlet;
});
const left = vi.hoisted(() => ({
  end: vi.fn(async () => undefined),
  send: vi.fn<(isShown: (room: string) => boolean) => Promise<void>>(async () => undefined),
}));
const devices = vi.hoisted(() => ({ pick: vi.fn(), isTaken: true }));
const dropped = vi.hoisted(() => ({ times: 0, forgotten: [] as string[] }));

vi.mock('./session', () => ({
  silence: { visitor: 0, agent: 0 },
  CallSession: class {
    unentered = 'chat-unentered';
    constructor(
      _: unknown,
      outlet: typeof told,
      { back, unentered }: Pick<typeof told, 'back' | 'unentered'>,
    ) {
      Object.assign(told, { dispatch: outlet.dispatch, back, unentered });
    }
    async start() {}
    async end() {
      told.dispatch({ type: 'end_pressed' });
      told.dispatch({ type: 'nothing_said' });
    }
    typeInstead() {
      told.typesInstead++;
    }
    async useDevice() {
      return devices.isTaken;
    }
    async dropRecording() {
      dropped.times++;
    }
  },
}));
vi.mock('./recording/outbox', () => ({
  forgetRecording: async (room: string) => void dropped.forgotten.push(room),
  endBrokenOff: left.end,
}));
vi.mock('./recording/deliver', () => ({ recoverRecordings: left.send }));
vi.mock('./devices', () => ({ pickDevice: devices.pick }));

beforeEach(() => vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} }));

afterEach(() => {
  told.dispatch({ type: 'failed', failure: { kind: 'lost' } });
  dismissCall();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const grant = { token: 't', roomName: 'chat-1', serverUrl: 'ws://127.0.0.1' };
const kept = { room: 'chat-1', phone: '', token: 't', mime: '', startedAtMs: 1, refusals: 0, chunks: 2 };
const back = { grant, before: { ...kept, release: () => undefined } };

/** Comes back after a reload, and asks for the microphone. */
function comeBack(): void {
  startCall({ phone: '', language: 'uz' }, { back });
}

const receipt = {
  room: 'chat-1',
  phone: '+998901234567',
  token: 't',
  durationMs: 1,
  answersMs: [],
  voice: [],
  audioUrl: null,
  delivery: 'sending',
  sentShare: 0,
} as const;

test('a call that the server could not delete keeps its recording, which is sent; one that it has deleted does not', async () => {
  startCall({ phone: '', language: 'uz' });
  keepReceipt(receipt);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await expect(deleteLastCall()).rejects.toThrow('offline');
  expect(dropped).toEqual({ times: 0, forgotten: [] });
  expect(lastReceipt.get()).toMatchObject({ delivery: 'sending' });

  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  await deleteLastCall();
  expect(dropped).toEqual({ times: 1, forgotten: ['chat-1'] });
  expect(lastReceipt.get()).toMatchObject({ delivery: 'deleted', phone: '', token: '' });
});

test('while a call is on no other sound begins; a number that has to wait leads back to the form', () => {
  const form = { popover: 'auto', showPopover: vi.fn() };
  vi.stubGlobal('document', { getElementById: (id: string) => (id === callFormId ? form : null) });
  startCall({ phone: '+998 90 123 45 67', language: 'uz' });
  expect(soundBegins()).toBe(false);
  told.dispatch({ type: 'failed', failure: { kind: 'number_cooldown', untilMs: Date.now() + 60_000 } });
  expect(soundBegins()).toBe(true);
  retryCall();
  expect(form.showPopover).toHaveBeenCalledOnce();
  expect(callView.get().state.phase.name).toBe('closed');
  startCall({ phone: '+998 90 123 45 68', language: 'uz' });
  expect(callView.get().state.phase.name).toBe('checking_mic');
});

test('another try of a call from before the page was reloaded, whose number is not known, leads to the form', async () => {
  const form = { popover: 'auto', showPopover: vi.fn() };
  vi.stubGlobal('document', { getElementById: () => form });
  vi.resetModules();
  const reloaded = await import('./call');
  reloaded.retryCall();
  expect(form.showPopover).toHaveBeenCalledOnce();
});

test('a recording that the browser cannot keep holds the page until it has arrived', () => {
  const [addEventListener, removeEventListener] = [vi.fn(), vi.fn()];
  vi.stubGlobal('window', { addEventListener, removeEventListener });
  unkeptDeliveries.set(2);
  expect(addEventListener).toHaveBeenCalledWith('beforeunload', expect.any(Function));
  // Another call's card has taken the place of the first one's.
  unkeptDeliveries.set(1);
  expect(removeEventListener).not.toHaveBeenCalled();
  unkeptDeliveries.set(0);
  expect(removeEventListener).toHaveBeenCalledWith('beforeunload', expect.any(Function));
});

test('a reloaded page that is refused the microphone tries the same call again, not another one', () => {
  comeBack();
  told.dispatch({ type: 'mic_denied' });
  retryCall();
  expect(told.back).toBe(back);
  told.dispatch({ type: 'mic_failed', fault: 'busy' });
  retryCall();
  expect(told.back).toBe(back);
  expect(left.end).not.toHaveBeenCalled();
  told.dispatch({ type: 'failed', failure: { kind: 'lost' } });
  expect(left.end).toHaveBeenCalledOnce();
  retryCall();
  expect(told.back).toBeUndefined();
  typeInstead();
  expect([told.typesInstead, callView.get().state.typing]).toEqual([1, true]);
});

test.each([
  ['ended at the prompt', () => endCall()],
  [
    'closed without a microphone',
    () => {
      told.dispatch({ type: 'mic_denied' });
      dismissCall();
    },
  ],
  ['that found no room', () => told.dispatch({ type: 'failed', failure: { kind: 'connection' } })],
])('a comeback %s is over, and what is kept of the call is sent and shown', async (_, leave) => {
  comeBack();
  leave();
  expect(left.end).toHaveBeenCalledExactlyOnceWith(back.before);
  await vi.waitFor(() => expect(left.send).toHaveBeenCalledOnce());
  const [isShown] = left.send.mock.calls[0] ?? [];
  expect([isShown?.('chat-1'), isShown?.('chat-2')]).toEqual([true, false]);
  startCall({ phone: '', language: 'uz' });
  expect(isShown?.('chat-1')).toBe(false);
});

test('a call that is gone back into keeps its recording to itself; another call that is on lets it be sent', () => {
  comeBack();
  told.dispatch({ type: 'mic_granted' });
  told.dispatch({ type: 'room_entered', atMs: 1 });
  told.dispatch({ type: 'recording', recording: true });
  const other = { ...back, before: { ...back.before, room: 'chat-2' } };
  startCall({ phone: '', language: 'uz' }, { back: other });
  expect(left.end).toHaveBeenCalledExactlyOnceWith(other.before);
  endCall();
  expect(left.end).toHaveBeenCalledOnce();
});

test('a try that fails before it has entered its room leaves it to the next one for the same visitor', () => {
  const asked = { phone: '+998 90 123 45 67', language: 'uz' } as const;
  startCall(asked);
  told.dispatch({ type: 'mic_failed', fault: 'busy' });
  retryCall();
  expect(told.unentered).toBe('chat-unentered');
  told.dispatch({ type: 'mic_failed', fault: 'busy' });
  typeInstead();
  expect(told.unentered).toBe('chat-unentered');
  told.dispatch({ type: 'failed', failure: { kind: 'connection' } });
  startCall({ ...asked, phone: '+998 90 123 45 68' });
  expect(told.unentered).toBeUndefined();
});

test('a call of another tab is offered: it is entered by a press, and lost once the agent has gone', () => {
  vi.useFakeTimers();
  delete told.back;
  startCall({ phone: '', language: 'uz' }, { back, offered: true });
  const phase = () => callView.get().state.phase;
  expect(phase()).toEqual({ name: 'failed', failure: { kind: 'broken_off' } });
  expect(told.back).toBeUndefined();
  retryCall();
  expect(told.back).toBe(back);
  vi.advanceTimersByTime(15_000);
  expect(phase()).toEqual({ name: 'checking_mic' });
  told.dispatch({ type: 'mic_denied' });
  dismissCall();
  left.end.mockClear();

  const aliveAtMs = Date.now() - 4_000;
  const old = { ...back, before: { ...back.before, aliveAtMs } };
  startCall({ phone: '', language: 'uz' }, { back: old, offered: true });
  vi.advanceTimersByTime(10_900);
  expect(left.end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
  expect(phase()).toEqual({ name: 'failed', failure: { kind: 'lost' } });
  expect(left.end).toHaveBeenCalledOnce();
});

test('after a reload, who was not heard and wants to type is led to the form: the number is not known any more', async () => {
  vi.resetModules();
  const call = await import('./call');
  const { lastReceipt: last } = await import('./after-call');
  const form = { popover: 'auto', showPopover: vi.fn() };
  vi.stubGlobal('document', { getElementById: (id: string) => (id === callFormId ? form : null) });
  last.set({ ...receipt, outcome: 'unheard' });
  call.reopenCall();
  call.typeInstead();
  expect(form.showPopover).toHaveBeenCalledOnce();
  expect(call.callView.get().state.phase.name).toBe('closed');
});

test('a device that could not be taken is not shown as the one in use', async () => {
  startCall({ phone: '', language: 'uz' });
  devices.isTaken = false;
  await chooseDevice('audiooutput', 'refused');
  expect(devices.pick).not.toHaveBeenCalled();
  devices.isTaken = true;
  await chooseDevice('audiooutput', 'taken');
  expect(devices.pick).toHaveBeenCalledExactlyOnceWith('audiooutput', 'taken');
});
