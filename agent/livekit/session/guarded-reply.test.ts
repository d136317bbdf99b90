import { llm } from '@livekit/agents';
import { describe, expect, it } from 'vitest';
import { ReplyEnd } from './guarded-reply.ts';

describe('the end of a reply is told', () => {
  const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2, promptCachedTokens: 0 };
  const said: llm.ChatChunk = { id: '', delta: { role: 'assistant', content: 'Salom' } };
  const used: llm.ChatChunk = { id: '', usage };
  const called: llm.ChatChunk = {
    id: '',
    delta: {
      role: 'assistant',
      toolCalls: [llm.FunctionCall.create({ callId: '1', name: 'end_call', args: '{}' })],
    },
  };

  it.each([
    { chunks: [said, said], isTold: false },
    { chunks: [said, said, used], isTold: true },
    { chunks: [said, used, said, used], isTold: false },
    { chunks: [said, called], isTold: true },
  ])('by its tools, or by usage that nothing follows (%#)', ({ chunks, isTold }) => {
    const end = new ReplyEnd();
    for (const chunk of chunks) end.take(chunk);
    expect(end.isTold).toBe(isTold);
  });
});
