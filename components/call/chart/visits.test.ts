import { expect, test } from 'vitest';
import type { MicrophoneEvent, LiveRoomEvent, VisitorEvent } from './events';
import { World, request, interruptedCall } from './testing/world';

/** Reproducible random numbers. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const visitorEvents: VisitorEvent[] = [
  { type: 'start', request },
  { type: 'start', request },
  { type: 'start', request: { ...request, isTyping: true } },
  { type: 'retry' },
  { type: 'typeInstead' },
  { type: 'end' },
  { type: 'dismiss' },
  { type: 'reopenMicrophone' },
  { type: 'showCooldown' },
  { type: 'showLastCall', room: 'room-1' },
  { type: 'setMuted', isMuted: true },
  { type: 'setMuted', isMuted: false },
  { type: 'answerField', isOpen: true, text: 'Ak' },
  { type: 'answerField', isOpen: false, text: '' },
];
const environmentEvents: (LiveRoomEvent | MicrophoneEvent)[] = [
  { type: 'room.agentJoined' },
  { type: 'room.agentJoined' },
  { type: 'room.agentLeft' },
  { type: 'room.agentActivity', activity: 'speaking' },
  { type: 'room.agentActivity', activity: 'listening' },
  { type: 'room.visitorHeard', isHeard: true },
  { type: 'room.visitorHeard', isHeard: false },
  { type: 'room.visitorAudible' },
  { type: 'room.textSent', text: 'Akmal' },
  { type: 'room.soundBlocked', isBlocked: true },
  { type: 'room.operator', isListening: true },
  { type: 'room.connectionLost' },
  { type: 'room.connectionBack' },
  { type: 'room.disconnected' },
  { type: 'room.closed', by: 'agent' },
  { type: 'room.closed', by: 'operator' },
  { type: 'microphone.interrupted', isInterrupted: true },
  { type: 'microphone.interrupted', isInterrupted: false },
  { type: 'microphone.lost', isDenied: false },
  { type: 'microphone.restarted' },
  { type: 'microphone.silent', isSilent: true },
  { type: 'microphone.voice', voice: 'speech' },
];
const waitsMs = [3, 8, 30, 30, 80, 80, 400, 600, 1000, 3000, 9000, 15_000, 1_800_000];

/** One step of a random visit. */
async function randomStep(world: World, next: () => number): Promise<void> {
  const pick = <T>(all: readonly T[]): T => {
    const one = all[Math.floor(next() * all.length)];
    if (one === undefined) throw new Error('nothing to pick');
    return one;
  };
  const kind = next();
  if (kind < 0.3) return world.send(pick(visitorEvents));
  if (kind < 0.35) {
    const [isOffered, muted] = [next() < 0.5, next() < 0.5];
    const previous = interruptedCall(world, { muted });
    return world.send({ type: 'resume', request, previous, isOffered });
  }
  if (kind < 0.6) return world.emit(pick(environmentEvents));
  if (kind < 0.66) {
    const status = pick([409, 500, 404]);
    const refusals = [{ kind: 'token', status }, { kind: 'connection' }, { kind: 'terms_outdated' }] as const;
    world.answers.push({ ok: false, refusal: pick([...refusals]) });
  } else if (kind < 0.68) world.entries.push('fail', 'fail');
  else if (kind < 0.7) world.browser.prompt = pick(['allow', 'allow', 'deny']);
  else if (kind < 0.72) world.browser.isMicrophoneGranted = next() < 0.5;
  else await world.clock.advance(pick(waitsMs));
}

/** Each visit has forty steps. `VISITS=1000 npx vitest run components/call/chart/visits.test.ts` runs more visits. */
const visits = Number(process.env.VISITS ?? 100);

test('random visits: the view never contradicts itself, and no timer, request, microphone or recording stays open after the end', async () => {
  for (let seed = 1; seed <= visits; seed++) {
    const world = new World({ isSlow: true });
    const next = seededRandom(seed);
    const screens: string[] = [];
    const count = (line: string) => world.log.filter((one) => one === line).length;
    for (let at = 0; at < 40; at++) {
      await randomStep(world, next);
      screens.push(world.view.screen);
      const where = `seed ${seed}, step ${at}: ${screens.slice(-4).join(' > ')}`;
      const { isUnderWay, isInRoom, canRetry, canTypeInstead, isRecording } = world.view;
      expect(!isInRoom || isUnderWay, where).toBe(true);
      expect(isUnderWay && canRetry, where).toBe(false);
      expect(isUnderWay || !isRecording, where).toBe(true);
      if (canTypeInstead)
        expect(['checking_microphone', 'microphone_failed', 'ended'], where).toContain(world.view.screen);
    }
    await world.send({ type: 'end' });
    await world.clock.advance(20_000);
    await world.send({ type: 'dismiss' });
    expect(world.view.screen).toBe('closed');
    expect(world.clock.pending, `timers of seed ${seed}`).toBe(0);
    expect(world.children, `open requests of seed ${seed}`).toEqual([]);
    expect(count('microphone stopped')).toBeGreaterThanOrEqual(count('microphone opened'));
    expect(count('room left')).toBeGreaterThanOrEqual(count('room entered') > 0 ? 1 : 0);
    expect(count('recording stopped')).toBe(count('recording') + count('recording, muted'));
  }
});
