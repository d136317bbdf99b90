/** Records the name of its stream's source. A stream without a name gives no chunk, like a stopped audio graph. */
export class FakeRecorder extends EventTarget {
  static isTypeSupported = () => true;
  onstart = () => undefined;
  state = 'recording';
  readonly #stream: { source?: string };

  constructor(stream: { source?: string }) {
    super();
    this.#stream = stream;
  }

  start() {}

  stop() {
    this.state = 'inactive';
    const data = new Blob(this.#stream.source === undefined ? [] : [this.#stream.source]);
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
    this.dispatchEvent(new Event('stop'));
  }
}
