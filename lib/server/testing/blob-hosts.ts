import { Agent, setGlobalDispatcher, type Dispatcher } from 'undici';

/** Names the requested host to a blob store that replaces all of them. */
export const askedHostHeader = 'x-asked-host';

/** Redirects this process's requests to the blob hosts, which are not configurable, to our store. */
export function redirectBlobHosts(origin: string): void {
  const redirect: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const { host, hostname } = new URL(String(options.origin));
    if (!hostname.endsWith('.blob.vercel-storage.com')) return dispatch(options, handler);
    const headers = Array.isArray(options.headers)
      ? [...options.headers, askedHostHeader, host]
      : { ...options.headers, [askedHostHeader]: host };
    return dispatch({ ...options, origin, headers }, handler);
  };
  setGlobalDispatcher(new Agent().compose(redirect));
}

// Loaded by --import, ahead of a whole web app.
if (process.env.VERCEL_BLOB_API_URL) redirectBlobHosts(process.env.VERCEL_BLOB_API_URL);
