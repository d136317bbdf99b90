import type { InterviewTopic } from '../../contracts/call-events.ts';
import type { LeadSummary } from '../../contracts/leads.ts';

/** A visitor's answer to one question of the scripted interview. */
export interface Answer {
  topic: InterviewTopic;
  text: string;
}

/**
 * The summary that the scripted interview gives by itself: each answer in the visitor's own words, under the
 * field its question asks for. A field that was not answered is absent.
 */
export function summaryFromAnswers(answers: Answer[]): LeadSummary {
  const said = (topic: InterviewTopic) =>
    answers
      .filter((answer) => answer.topic === topic)
      .map((answer) => answer.text.trim())
      .filter((text) => text !== '');
  const joined = (topic: InterviewTopic) => said(topic).join(' ') || undefined;
  const needs = said('needs');
  return {
    ism: joined('name'),
    kasb: joined('profession'),
    maqsad: joined('goal'),
    ehtiyojlar: needs.length > 0 ? needs : undefined,
  };
}
