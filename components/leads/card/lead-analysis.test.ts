import { describe, expect, it } from 'vitest';
import { readSummary } from './lead-analysis';

describe('readSummary', () => {
  it('shows each known field that is present and not empty, in its order', () => {
    const summary = JSON.stringify({
      ehtiyojlar: ['buyurtma', ' ', ''],
      kasb: '  ',
      ism: ' Aziza ',
      asosiy_mavzular: [],
      keyingi_qadamlar: null,
      boshqa: 'x',
    });
    expect(readSummary(summary)).toEqual({
      kind: 'fields',
      entries: [
        { field: 'ism', value: 'Aziza' },
        { field: 'ehtiyojlar', value: ['buyurtma'] },
      ],
    });
  });

  it('shows a list that came as one text', () => {
    expect(readSummary('{"ehtiyojlar":"narxlar"}')).toEqual({
      kind: 'fields',
      entries: [{ field: 'ehtiyojlar', value: 'narxlar' }],
    });
  });

  it.each(['Mijoz narxlarni soʻradi.', '"Mijoz narxlarni soʻradi."'])('shows %s as text', (summary) => {
    expect(readSummary(summary)).toEqual({ kind: 'text', text: 'Mijoz narxlarni soʻradi.' });
  });

  it.each(['["a"]', '12'])('shows JSON of another shape (%s) as it is', (summary) => {
    expect(readSummary(summary)).toEqual({ kind: 'text', text: summary });
  });

  it.each([undefined, '', '  ', '{}', 'null', '""', '{"ism":""}', '{"ism":{"a":1}}'])(
    'shows nothing for %s',
    (summary) => {
      expect(readSummary(summary)).toEqual({ kind: 'none' });
    },
  );
});
