import type { Turn } from '../../lib/contracts/call-events.ts';
import type { AudioStream } from '@livekit/rtc-node';
import { log } from '../../lib/server/platform/log.ts';
import {
  type Interview,
  type InterviewAction,
  type InterviewEvent,
  type TimerName,
  newInterview,
} from '../interview/machine-state.ts';
import { step } from '../interview/machine.ts';
import { type Line, scriptOf } from '../interview/script.ts';
import { type Waits, defaultWaits } from '../interview/timing.ts';
import type { AgentState } from './agent-state.ts';
import { publishAgentState } from './agent-state.ts';
import type { CallContext } from './call.ts';
import type { Conversation, RoomEvent } from './conversation.ts';
import { EchoGate } from './audio/echo-gate.ts';
import { Microphone } from './audio/microphone.ts';
import { VoicePublisher } from './audio/publisher.ts';
import { ScriptVoice } from './script-voice.ts';
import type { Phrases } from './phrases.ts';
import { Timers } from './timers.ts';
import { VadStream } from './audio/voice-activity.ts';

/** The scripted interview in a room: the state machine decides, this performs its actions and gives it the events of the room. */
export class ScriptedConversation implements Conversation {
  readonly #call: CallContext;
  readonly #phrases: Phrases;
  readonly #waits: Waits;
  readonly #timers = new Timers<TimerName>();
  readonly #gate = new EchoGate(() => this.#publisher.isHeard);
  readonly #publisher = new VoicePublisher((samples) => this.#gate.heardAgent(samples));
  readonly #voice: ScriptVoice;
  readonly #microphone: Microphone;
  #hearing: VadStream | undefined;
  #interview: Interview;
  #queue: InterviewEvent[] | undefined;
  /** When the visitor's last turn ended, if it was the last turn. */
  #heardUntilMs: number | undefined;

  constructor(call: CallContext, phrases: Phrases, waits: Partial<Waits> = {}) {
    this.#waits = { ...defaultWaits, ...waits };
    this.#call = call;
    this.#phrases = phrases;
    this.#voice = new ScriptVoice(call.room, this.#publisher);
    this.#interview = newInterview(scriptOf(phrases.plan, call.language));
    this.#microphone = new Microphone(call.room, this.#gate, (frames) => this.#hear(frames), this.#waits);
  }

  async open(): Promise<void> {
    this.#state('initializing');
    await this.#publisher.publish(this.#call.room.localParticipant);
  }

  handle(event: RoomEvent): void {
    this.#microphone.note(event);
    this.#step(event);
  }

  async close(): Promise<void> {
    this.#timers.close();
    this.#microphone.close();
    this.#hearing?.close();
    this.#voice.stop();
    await this.#publisher.close();
  }

  /** Gives an event to the interview and performs what it answers. Events that come meanwhile wait their turn. */
  #step(event: InterviewEvent): void {
    if (this.#queue !== undefined) {
      this.#queue.push(event);
      return;
    }
    this.#queue = [event];
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      const { next: interview, actions } = step(this.#interview, next);
      this.#interview = interview;
      for (const action of actions) this.#perform(action);
    }
    this.#queue = undefined;
  }

  #perform(action: InterviewAction): void {
    const { report } = this.#call;
    switch (action.type) {
      case 'say':
        void this.#say(action.line);
        break;
      case 'stop_speaking':
        this.#voice.stop();
        break;
      case 'set_timer':
        this.#timers.set(action.timer, this.#waitOf(action), () =>
          this.#step({ type: 'timer', timer: action.timer, atMs: Date.now() }),
        );
        break;
      case 'clear_timer':
        this.#timers.clear(action.timer);
        break;
      case 'report_started':
        report.started(action.atMs, this.#phrases.plan.version);
        break;
      case 'report_turn':
        if (action.turn.speaker === 'visitor' && action.turn.text === undefined)
          this.#microphone.heardAnswer();
        report.turn(this.#measured(action.turn));
        break;
      case 'end':
        report.ended(action.reason, action.atMs);
        break;
    }
  }

  /** With how long the visitor waited, where the turn answers them. */
  #measured(turn: Turn): Turn {
    const heardUntilMs = this.#heardUntilMs;
    this.#heardUntilMs = turn.speaker === 'visitor' ? turn.endedAtMs : undefined;
    if (turn.speaker === 'visitor' || heardUntilMs === undefined) return turn;
    return {
      ...turn,
      metrics: { engine: 'script', totalMs: Math.max(0, turn.startedAtMs - heardUntilMs) },
    };
  }

  #waitOf({ timer, ms }: { timer: TimerName; ms: number }): number {
    if (timer === 'silence') return this.#microphone.answerWaitMs;
    if (timer === 'return') return this.#waits.returnMs;
    return timer === 'limit' ? this.#waits.limitMs : ms;
  }

  async #say(line: Line): Promise<void> {
    this.#state('thinking');
    try {
      await this.#voice.say(this.#phrases.speech(this.#call.language, line), {
        onSentence: (index) => {
          if (index === 0) this.#state('speaking');
          this.#step({ type: 'sentence_started', index, atMs: Date.now() });
        },
        onEnd: (text) => {
          this.#state('listening');
          this.#step({ type: 'line_ended', atMs: Date.now(), text });
        },
      });
    } catch (cause) {
      log.error('agent_voice_failed', { room: this.#call.roomName }, cause);
      this.#step({ type: 'failed', atMs: Date.now() });
    }
  }

  #hear(frames: AudioStream): void {
    this.#hearing?.close();
    this.#hearing = new VadStream(frames, (change) => {
      const atMs = Date.now();
      if (change.type === 'voiced') this.#step({ type: 'speech_voiced', atMs, voicedMs: change.voicedMs });
      else if (change.type === 'started') this.#step({ type: 'speech_started', atMs, fromMs: change.fromMs });
      else this.#step({ type: 'speech_ended', atMs, fromMs: change.fromMs, toMs: change.toMs });
    });
  }

  #state(state: AgentState): void {
    publishAgentState(this.#call.room, state);
  }
}
