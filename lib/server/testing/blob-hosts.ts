import { Agent, setGlobalDispatcher, type Dispatcher } from 'undici';

/** The original host of a redirected request. */
export const requestedHostHeader = 'x-requested-host';

/** Redirects this process's requests for blob hosts to a loopback store, because these hosts are not configurable. */
export function redirectBlobHosts(origin: string): void {
  const redirect: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const { host, hostname } = new URL(String(options.origin));
    if (!hostname.endsWith('.blob.vercel-storage.com')) return dispatch(options, handler);
    const headers = Array.isArray(options.headers)
      ? [...options.headers, requestedHostHeader, host]
      : { ...options.headers, [requestedHostHeader]: host };
    return dispatch({ ...options, origin, headers }, handler);
  };
  setGlobalDispatcher(new Agent().compose(redirect));
}

// A web app under test loads this file by --import before its own code.
if (process.env.VERCEL_BLOB_API_URL) redirectBlobHosts(process.env.VERCEL_BLOB_API_URL);
