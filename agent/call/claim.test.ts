import { expect, test } from 'vitest';
import { CallRefused, requestCall } from './call.ts';
import type { Post } from '../reporting/events.ts';

const claim = { room: 'chat-1800000000000-abcdefghijkl', jobId: 'AJ_1', workerId: 'AW_1' };
const never = new AbortController().signal;

function answering(...answers: (number | 'nobody')[]) {
  const requests: string[] = [];
  const post: Post = async (url) => {
    requests.push(url);
    const answer = answers.shift() ?? 204;
    if (answer === 'nobody') throw new Error('refused');
    return answer;
  };
  return { requests, post };
}

test('the claim goes to the web app that the dispatch names, and is retried while it is away', async () => {
  const { requests, post } = answering('nobody', 503, 204);
  await requestCall('https://preview.example', claim, post, never);
  expect(requests).toEqual(Array(3).fill(`https://preview.example/api/calls/${claim.room}/claim`));
});

test.each([409, 429])('a refusal is final (%i)', async (status) => {
  const { requests, post } = answering(status);
  await expect(requestCall('http://web', claim, post, never)).rejects.toThrow(CallRefused);
  expect(requests).toHaveLength(1);
});

test('a cancelled job sends no request', async () => {
  const { requests, post } = answering('nobody');
  await expect(requestCall('http://web', claim, post, AbortSignal.abort())).rejects.toThrow(CallRefused);
  expect(requests).toEqual([]);
});
