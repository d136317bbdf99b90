import { areTowersTaken, raise, release } from '@/components/brand/towers';
import { prefersReducedMotion } from '@/components/ui/reduced-motion';
import { callApi } from '@/lib/api-client';
import type { SampleCaption } from '@/lib/contracts/sample';
import type { Language } from '@/lib/i18n/language';
import { restHeights, voiceHeights } from '@/lib/equalizer';

/** How much of the remaining distance a tower moves in a frame. */
const rise = 0.3;
const fall = 0.08;
/** The height of a tower in silence, as a share of its resting height. */
const silentShare = 0.55;
/** The towers move to about their resting height within this time. */
const fallMs = 450;

export async function loadCaptions(language: Language): Promise<SampleCaption[]> {
  return (await callApi('GET /api/sample/{language}', { params: { language } })).captions;
}

/** The current caption; during a pause, the last one. */
export function captionAt(captions: readonly SampleCaption[], atS: number): SampleCaption | undefined {
  return captions.findLast(({ fromS }) => fromS <= atS);
}

/** An audio element accepts one source node in its life. */
const analysers = new WeakMap<HTMLAudioElement, AnalyserNode>();

function analyserOf(audio: HTMLAudioElement): AnalyserNode {
  const cachedAnalyser = analysers.get(audio);
  if (cachedAnalyser) return cachedAnalyser;
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 512, smoothingTimeConstant: 0.6 });
  // Until the browser allows the context, the element plays by itself: sound matters more than moving towers.
  void context.resume().then(() => {
    context.createMediaElementSource(audio).connect(analyser).connect(context.destination);
  });
  analysers.set(audio, analyser);
  return analyser;
}

/** Ends the present movement at once; undefined if the towers play their loop. */
let endMovement: (() => void) | undefined;

/** Moves the towers with the sound, in the colour of its speaker, until the returned function is called. */
export function playOnTowers(
  audio: HTMLAudioElement,
  stage: HTMLElement,
  speaker: () => SampleCaption['speaker'],
): () => void {
  const analyser = analyserOf(audio);
  const spectrum = new Uint8Array(analyser.frequencyBinCount);
  const towers = [...stage.children].filter((tower) => tower instanceof HTMLElement);
  const frame = stage.getBoundingClientRect();
  let heights = towers.map((tower) => (frame.bottom - tower.getBoundingClientRect().top) / frame.height);
  endMovement?.();
  const isStill = prefersReducedMotion();
  let isOver = false;
  let request = 0;

  function draw() {
    request = requestAnimationFrame(draw);
    analyser.getByteFrequencyData(spectrum);
    const voices = isOver ? restHeights : voiceHeights(spectrum);
    stage.dataset.speaker = speaker();
    stage.style.setProperty('--voice', isOver ? '0' : Math.max(...voices).toFixed(2));
    if (isStill) return;
    heights = heights.map((height, bar) => {
      const lowest = isOver ? 0 : (restHeights[bar] ?? 0) * silentShare;
      const distance = Math.min(1, lowest + (voices[bar] ?? 0)) - height;
      return height + distance * (distance > 0 ? rise : fall);
    });
    towers.forEach((tower, bar) => raise(tower, heights[bar] ?? 0));
  }

  function end() {
    if (endMovement !== end) return;
    endMovement = undefined;
    cancelAnimationFrame(request);
    delete stage.dataset.speaker;
    stage.style.removeProperty('--voice');
    towers.forEach(release);
    areTowersTaken.set(false);
  }

  endMovement = end;
  areTowersTaken.set(true);
  draw();
  return () => {
    isOver = true;
    setTimeout(end, fallMs);
  };
}
