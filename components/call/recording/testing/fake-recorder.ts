/** Records the agent's stream only: the visitor's, of a graph that does not run, gives nothing. */
export class FakeRecorder extends EventTarget {
  static isTypeSupported = () => true;
  onstart = () => undefined;
  state = 'recording';
  readonly #stream: { of?: string };

  constructor(stream: { of?: string }) {
    super();
    this.#stream = stream;
  }

  start() {}

  stop() {
    this.state = 'inactive';
    const data = new Blob(this.#stream.of === 'agent' ? ['heard'] : []);
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
    this.dispatchEvent(new Event('stop'));
  }
}
