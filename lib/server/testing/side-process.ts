import { answerQuestions } from '../platform/side-process.ts';

/** A side process for tests: echoes, fails, dies or hangs on command. */
answerQuestions((body) => {
  if (body === 'fail') throw new Error('requested failure');
  if (body === 'die') process.exit(3);
  if (body === 'pid') return process.pid;
  if (body === 'environment') return Object.keys(process.env);
  while (body === 'for ever') continue;
  return body;
});
