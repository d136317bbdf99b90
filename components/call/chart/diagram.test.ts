import { expect, test } from 'vitest';
import { callMachine } from './call-machine';
import type { ChartEvent } from './events';
import { chartPage } from './testing/diagram';
import { World } from './testing/world';

test('docs/call-chart.md draws the current chart (npm run diagram)', async () => {
  await expect(chartPage()).toMatchFileSnapshot('../../../docs/call-chart.md');
});

test('the chart handles each event of a call', () => {
  const events: Record<ChartEvent['type'], true> = {
    start: true,
    resume: true,
    retry: true,
    typeInstead: true,
    end: true,
    dismiss: true,
    reopenMicrophone: true,
    showCooldown: true,
    showLastCall: true,
    setMuted: true,
    answerField: true,
    'microphone.muted': true,
    'microphone.restarted': true,
    'microphone.interrupted': true,
    'microphone.lost': true,
    'microphone.silent': true,
    'microphone.voice': true,
    'room.agentJoined': true,
    'room.agentLeft': true,
    'room.agentActivity': true,
    'room.visitorHeard': true,
    'room.visitorAudible': true,
    'room.textSent': true,
    'room.soundBlocked': true,
    'room.operator': true,
    'room.connectionLost': true,
    'room.connectionBack': true,
    'room.disconnected': true,
    'room.closed': true,
    'tabLock.stolen': true,
    finished: true,
  };
  expect(callMachine.events).toEqual(expect.arrayContaining(Object.keys(events)));
});

test('a finished call leaves no request open', async () => {
  const world = new World();
  for (const event of ['end', 'closed']) {
    await world.enterCall();
    if (event === 'end') await world.send({ type: 'end' });
    else await world.emit({ type: 'room.closed', by: 'agent' });
    await world.clock.advance(9000);
    expect(world.children).toEqual([]);
  }
});
