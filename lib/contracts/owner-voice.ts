import { languages } from '../i18n/language.ts';
import { z } from './schema.ts';

/** The longest recording of a sentence: a greeting of 400 letters, read slowly. */
export const longestSentenceS = 45;

/** `clipped`: too close or too loud. `noisy`: the room is heard between the words. */
export const soundProblems = ['clipped', 'noisy'] as const;
export type SoundProblem = (typeof soundProblems)[number];

const sound = z.object({ durationS: z.number(), problems: z.array(z.enum(soundProblems)) });

/** A sentence that the agent speaks. */
const sentence = z.object({ language: z.enum(languages), text: z.string().trim().min(1).max(1_000) });
export type SpokenSentence = z.infer<typeof sentence>;

const recording = sound.extend({ id: z.uuid(), recordedAt: z.iso.datetime() });
/** A fixed sentence of the plan, with the owner's recording of it, if any. */
const fixedSentence = sentence.extend({ recording: recording.nullable() });
export type FixedSentence = z.infer<typeof fixedSentence>;

/** GET /api/admin/agent/voice: the fixed sentences of the draft or else of the published plan, in the order of a call. */
export const ownerVoice = z.object({ sentences: z.array(fixedSentence) });
export type OwnerVoiceState = z.infer<typeof ownerVoice>;

/** The fields of POST /api/admin/agent/voice without its file `audio`. */
export const sentenceFields = sentence;

/** POST /api/admin/agent/voice/check: a recording as the agent would play it, a WAV file. */
export const checkedSentence = sound.extend({ audio: z.base64() });
export type CheckedSentence = z.infer<typeof checkedSentence>;

export const recordingId = z.object({ id: z.uuid() });

/** POST /api/agent/voice: the agent asks for the id of each recording and the key of its sentence. */
export const voiceRequest = z.strictObject({});
export const voiceRevision = z.string().max(64);
export const voiceAnswer = z.object({
  /** The revision of this list. It may be newer than the one that the dispatch names. */
  revision: voiceRevision.optional(),
  recordings: z.array(recordingId.extend({ sentence: z.string() })),
});

/** POST /api/agent/voice/{id}: the samples of a recording, 16 bit at 24 kHz. */
export const voiceSound = z.object({ samples: z.base64() });
