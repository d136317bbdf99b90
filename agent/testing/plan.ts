import { interviewPlan } from '../../lib/contracts/interview.ts';

/** A plan of four topics, independent of the built-in one. */
export const fourTopics = interviewPlan.parse({
  topics: [
    { id: 'name', findOut: "the visitor's name", field: 'ism', short: true },
    { id: 'profession', findOut: 'what the visitor does for a living', field: 'kasb' },
    { id: 'goal', findOut: 'what the visitor wants to reach', field: 'maqsad' },
    { id: 'needs', findOut: 'what the agent should do for them', field: 'ehtiyojlar' },
  ],
});
