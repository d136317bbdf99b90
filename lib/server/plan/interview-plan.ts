import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type InterviewPlan,
  interviewPlan,
  knowledgeChars,
  knowledgeMaxChars,
} from '../../contracts/interview.ts';
import { type Env, env } from '../platform/env.ts';

/**
 * Loads the plan that the variables name: a JSON file, and a text file of knowledge.
 * @throws Error whose message is one line that names the variable
 */
export function readInterviewPlan({
  AGENT_PLAN_FILE,
  AGENT_KNOWLEDGE_FILE,
}: Pick<Env, 'AGENT_PLAN_FILE' | 'AGENT_KNOWLEDGE_FILE'>): InterviewPlan {
  const text = AGENT_PLAN_FILE === undefined ? '{}' : read('AGENT_PLAN_FILE', AGENT_PLAN_FILE);
  const plan = parse(text);
  if (AGENT_KNOWLEDGE_FILE !== undefined) {
    plan.knowledge = read('AGENT_KNOWLEDGE_FILE', AGENT_KNOWLEDGE_FILE).trim();
    const chars = knowledgeChars(plan);
    if (chars > knowledgeMaxChars)
      throw new Error(
        `AGENT_KNOWLEDGE_FILE: has ${chars} characters with the FAQ, at most ${knowledgeMaxChars} are read`,
      );
  }
  if (AGENT_PLAN_FILE === undefined && AGENT_KNOWLEDGE_FILE === undefined) return plan;
  const planHash = hash('sha256', JSON.stringify(plan)).slice(0, 12);
  return plan.version === 'built-in' ? { ...plan, version: `file-${planHash}` } : plan;
}

function read(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new Error(`${variable}: ${path} cannot be read (${reason})`, { cause });
  }
}

function parse(text: string): InterviewPlan {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : '';
    throw new Error(`AGENT_PLAN_FILE: is not JSON: ${reason}`, { cause });
  }
  const plan = interviewPlan.safeParse(json);
  if (plan.success) return plan.data;
  const [issue] = plan.error.issues;
  throw new Error(`AGENT_PLAN_FILE: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`);
}

let loadedPlan: InterviewPlan | undefined;

/** The plan that the variables name; the built-in one without them. */
export function configuredPlan(): InterviewPlan {
  return (loadedPlan ??= readInterviewPlan(env()));
}
