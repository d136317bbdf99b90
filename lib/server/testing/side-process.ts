import { answerQuestions } from '../platform/side-process.ts';

/** A side process for tests: it repeats what it is told, fails, dies or never comes back, as it is asked to. */
answerQuestions((body) => {
  if (body === 'fail') throw new Error('as you wish');
  if (body === 'die') process.exit(3);
  if (body === 'pid') return process.pid;
  if (body === 'environment') return Object.keys(process.env);
  while (body === 'for ever') continue;
  return body;
});
