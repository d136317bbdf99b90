import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SeekBar } from './seek-bar';

test('before playback it has no style attribute, which the security policy forbids in server HTML', () => {
  const bar = renderToStaticMarkup(
    <SeekBar
      labels={{ position: 'Position', value: () => '' }}
      positionS={0}
      durationS={3}
      wave={[0, 255]}
      onSeek={() => undefined}
    />,
  );
  expect(bar).toContain('type="range"');
  expect(bar).not.toContain(' style=');
});
