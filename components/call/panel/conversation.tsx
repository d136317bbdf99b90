'use client';

import { PlayButton } from '@/components/player/play-button';
import { usePlayback, usePlayer } from '@/components/player/player-context';
import { SeekBar } from '@/components/player/seek-bar';
import type { Wave } from '@/components/player/waveform';
import type { Language } from '@/lib/i18n/language';
import { fill } from '@/lib/i18n/strings';
import { minutesSeconds, tenthsOfSeconds } from '@/lib/time';
import type { CallReceipt } from '../receipt';
import { loudnessEveryMs } from '../recording/hearing';
import type { CallPanelStrings } from '../strings';

interface ConversationProps {
  strings: CallPanelStrings;
  receipt: CallReceipt;
}

/** The conversation, to hear and to read. */
export function Conversation({ strings, receipt }: ConversationProps) {
  const { audioUrl, captions = [] } = receipt;
  return (
    <>
      {audioUrl !== null && <RecordingPlayer strings={strings} receipt={receipt} audioUrl={audioUrl} />}
      {captions.length > 0 && (
        <ol aria-label={strings.voice_chat_said} className="grid gap-1.5 text-pretty">
          {captions.map(({ segment, speaker, text }) => (
            <li
              key={segment}
              className={`max-w-[88%] rounded-2xl px-3.5 py-2 ${speaker === 'agent' ? 'justify-self-start rounded-bl-md bg-paper-sunk' : 'justify-self-end rounded-br-md bg-turquoise-paper text-turquoise-ink'}`}
            >
              {speaker === 'visitor' && <span className="sr-only">{strings.voice_chat_you} </span>}
              {text}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

interface RecordedProps extends ConversationProps {
  language: Language;
}

/** How long the call was, and how fast the answers came. */
export function Recorded({ strings, language, receipt: { durationMs, answerWaitsMs } }: RecordedProps) {
  const averageMs = answerWaitsMs.reduce((sum, ms) => sum + ms, 0) / answerWaitsMs.length;
  return (
    <p className="text-pretty tabular-nums">
      {fill(strings.voice_chat_recorded, { time: minutesSeconds(Math.round(durationMs / 1000)) })}
      {answerWaitsMs.length > 0 &&
        ` ${fill(strings.voice_chat_answers, { seconds: tenthsOfSeconds(averageMs / 1000, language) })}`}
    </p>
  );
}

function RecordingPlayer({ strings, receipt, audioUrl }: ConversationProps & { audioUrl: string }) {
  const player = usePlayer();
  const recording = { recordingId: receipt.room, source: audioUrl };
  const { phase, positionS, durationS } = usePlayback(receipt.room);
  return (
    <div
      role="group"
      aria-label={strings.voice_chat_listen}
      className="flex items-center gap-3 rounded-2xl bg-paper-sunk p-2.5"
    >
      <PlayButton
        phase={phase}
        labels={{ play: strings.voice_chat_play, pause: strings.voice_chat_pause }}
        onPress={() => player.toggle(recording)}
      />
      <SeekBar
        labels={{
          position: strings.voice_chat_position,
          value: (times) => fill(strings.voice_chat_position_value, times),
        }}
        positionS={positionS}
        durationS={durationS ?? receipt.durationMs / 1000}
        wave={waveOf(receipt)}
        onSeek={(toS) => player.seek(recording, toS)}
      />
    </div>
  );
}

/** Both voices of a recording as the player draws them, 0 to 255. Their loudness before a reload is unknown, and drawn as silence. */
export function waveOf({
  durationMs,
  voice,
  agentVoice = [],
}: Pick<CallReceipt, 'durationMs' | 'voice' | 'agentVoice'>): Wave {
  const draw = (levels: readonly number[]) => [
    ...Array<number>(Math.max(0, Math.round(durationMs / loudnessEveryMs) - levels.length)).fill(0),
    ...levels.map((level) => Math.round(Math.min(1, level) * 255)),
  ];
  return { visitor: draw(voice), agent: draw(agentVoice) };
}
