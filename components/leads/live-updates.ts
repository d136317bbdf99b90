/** A browser does not come back by itself from an answer that is no stream, as of a proxy whose server starts anew. */
const comeBackMs = 5_000;

interface Told {
  /** Whether the server can tell of changes now. */
  onLive: (live: boolean) => void;
  /** Something was told, or the connection was made: what happened before it nobody told. */
  onChange: () => void;
}

/** Listens to the events of `path` until the returned function is called. */
export function listen(path: string, { onLive, onChange }: Told): () => void {
  let source: EventSource;
  let pause: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    source = new EventSource(path);
    source.onopen = () => {
      onLive(true);
      onChange();
    };
    source.onmessage = onChange;
    source.onerror = () => {
      onLive(false);
      if (source.readyState !== EventSource.CLOSED) return;
      // The page asks by itself, and learns why: perhaps the session has ended.
      onChange();
      pause = setTimeout(connect, comeBackMs);
    };
  }

  connect();
  return () => {
    clearTimeout(pause);
    source.close();
  };
}
