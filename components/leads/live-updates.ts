/** EventSource gives up after an answer that is no stream, such as a proxy's error page during a restart. */
const reconnectMs = 5_000;

interface UpdateListener {
  /** True if events are coming. */
  onLive: (live: boolean) => void;
  /** Called for each event and each new connection, which may have missed events. */
  onChange: () => void;
}

/** Listens to the events of `path` until the returned function is called. */
export function subscribeToEvents(path: string, { onLive, onChange }: UpdateListener): () => void {
  let source: EventSource;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

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
      // The page's own request learns why, for example that the session has ended.
      onChange();
      reconnectTimer = setTimeout(connect, reconnectMs);
    };
  }

  connect();
  return () => {
    clearTimeout(reconnectTimer);
    source.close();
  };
}
