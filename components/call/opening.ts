import { type Microphone, openMicrophone } from './devices';
import { Mixer } from './recording/mixer';

/** The microphone of a call, unless its visitor types, and the audio graph that hears it: where one fails, the other is there to be freed. */
export class Opening {
  microphone: Microphone | undefined;
  mixer: Mixer | undefined;
  #isTyping = false;
  #doWithoutMicrophone = () => {};

  /**
   * @param granted whether the browser gives the microphone without asking: the graph is built meanwhile
   * @throws what getUserMedia throws, or NotSupportedError where there is no audio graph
   */
  async open(typing: boolean, granted: boolean): Promise<void> {
    this.#isTyping ||= typing;
    const opening = typing ? undefined : this.#ask();
    if (!granted) await opening;
    const building = (async () => new Mixer())();
    const [opened, built] = await Promise.allSettled([opening, building]);
    if (opened.status === 'fulfilled') this.microphone = opened.value;
    if (built.status === 'fulfilled') this.mixer = built.value;
    const [microphone, mixer] = [await opening, await building];
    if (this.#isTyping) {
      // Chosen after the microphone had opened, while the graph was built.
      microphone?.stop();
      this.microphone = undefined;
    } else if (microphone) mixer.setMicrophone(microphone.mediaStreamTrack);
  }

  /** While the browser still asks for the microphone: the visitor types. */
  typeInstead(): void {
    this.#isTyping = true;
    this.#doWithoutMicrophone();
  }

  /** Undefined where the visitor has chosen to type before the browser gave it. */
  async #ask(): Promise<Microphone | undefined> {
    const opening = openMicrophone();
    const instead = new Promise<undefined>((resolve) => {
      this.#doWithoutMicrophone = () => resolve(undefined);
    });
    const microphone = await Promise.race([opening, instead]);
    if (!microphone)
      opening.then(
        (late) => late.stop(),
        () => undefined,
      );
    return microphone;
  }
}
