import { z } from 'zod';
import type { InterviewPlan } from '../../contracts/interview.ts';

const endReasons = ['finished', 'visitor_wishes', 'recording_refused', 'abuse'] as const;
export type ModelEndReason = (typeof endReasons)[number];

/** The tools that the model is given in a call. */
export function toolDefinitions({ topics, handOver }: InterviewPlan) {
  const topic = z.enum(topics.map(({ id }) => id));
  return {
    saveAnswer: {
      name: 'save_answer',
      description:
        'Notes what the visitor has told, several answers at once if they gave several. Call it in the same answer in which you speak. A new value for a topic replaces the old one.',
      parameters: z.object({
        answers: z
          .array(
            z.object({
              topic: topic.describe(topics.map(({ id, findOut }) => `${id}: ${findOut}`).join('; ')),
              value: z
                .string()
                .trim()
                .min(1)
                .max(1000)
                .describe(
                  "Short, in the visitor's own words and language. Several items are separated by semicolons.",
                ),
            }),
          )
          .min(1)
          .max(topics.length),
        asks: topic.nullish().describe('The topic of the question that you ask in this answer.'),
      }),
    },
    correctPhone: {
      name: 'correct_phone',
      description:
        'Notes the number on which the visitor wants to be called, when it is not the one that they left.',
      parameters: z.object({ phone: z.string().max(40).describe('All digits that the visitor named.') }),
    },
    callBackAt: {
      name: 'call_back_at',
      description: 'Notes when the visitor wants to be called back.',
      parameters: z.object({
        when: z.string().trim().min(1).max(200).describe("The time in the visitor's own words."),
        // No `format`: its regular expression makes llama.cpp's server refuse the request.
        time: z.string().nullish().describe('The same as ISO 8601 with +05:00, if it is clear.'),
      }),
    },
    handOver: {
      name: 'hand_over',
      description: `Notes that a person has to take over: ${handOver}.`,
      parameters: z.object({ reason: z.string().trim().min(1).max(500).describe('In a few words.') }),
    },
    endCall: {
      name: 'end_call',
      description:
        'Ends the call. Say goodbye in the same answer. Only when everything is done, or the visitor wants to end it or refuses to be recorded.',
      parameters: z.object({ reason: z.enum(endReasons) }),
    },
  };
}

interface ToolDefinition {
  name: string;
  description: string;
  parameters: z.ZodType;
}

/** A tool as chat completions describe it. */
export function toolSchema({ name, description, parameters }: ToolDefinition) {
  const schema = { ...z.toJSONSchema(parameters, { target: 'draft-7' }), $schema: undefined };
  return { type: 'function', function: { name, description, parameters: schema } };
}
