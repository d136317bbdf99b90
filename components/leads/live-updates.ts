/** EventSource gives up after an answer that is no stream, such as a proxy's error page during a restart. */
const reconnectMs = 5_000;

interface UpdateListener {
  /** False while no events can arrive. */
  onConnected: (isConnected: boolean) => void;
  /** Called for each event, and whenever events may have been missed: at each new or refused connection. */
  onChange: () => void;
}

/** Listens to the events of `path` until the returned function is called. */
export function subscribeToEvents(path: string, { onConnected, onChange }: UpdateListener): () => void {
  let source: EventSource;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    source = new EventSource(path);
    source.onopen = () => {
      onConnected(true);
      onChange();
    };
    source.onmessage = onChange;
    source.onerror = () => {
      onConnected(false);
      if (source.readyState !== EventSource.CLOSED) return;
      // The page then requests its data: that answer says why, for example that the session has ended.
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
