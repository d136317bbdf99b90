/** How simulated visitors behave: `evaluation_manner_<name>` of the messages. */
export const manners = [
  'cooperative',
  'one_word',
  'one_breath',
  'corrects',
  'asks_back',
  'asks_what_is_known',
  'off_topic',
  'rude',
  'wants_person',
  'refuses_recording',
  'changes_language',
  'injection',
  'silent',
  'child',
  'competitor',
  'attempt',
] as const;
export type Manner = (typeof manners)[number];

/** What is checked in a simulated conversation: `evaluation_check_<name>` of the messages. */
export const checkNames = [
  'answer',
  'nothing_noted',
  'phone',
  'call_back',
  'hand_over',
  'ended',
  'in_time',
  'model_answers',
  'no_silence',
  'nothing_leaked',
  'nothing_promised',
  'not_repeated',
  'known_answer',
  'language',
  'judged',
] as const;
export type CheckName = (typeof checkNames)[number];
