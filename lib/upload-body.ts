import { RequestFailure } from './api-client.ts';

/** Reports the share of a body that has left, 0 to 1; null before another try. */
export type OnProgress = (share: number | null) => void;

interface BodyUpload {
  method: 'POST' | 'PUT';
  url: string;
  headers?: Record<string, string>;
  body: FormData | Blob;
}

/**
 * Sends a body by XMLHttpRequest, which reports progress.
 * @throws RequestFailure if no answer came; the signal's reason if it was aborted before
 */
export function uploadBody(
  { method, url, headers = {}, body }: BodyUpload,
  signal: AbortSignal | undefined,
  onProgress?: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const responseHeaders = retryAfter === null ? undefined : { 'retry-after': retryAfter };
      // A Response of status 204 takes no body, not even an empty one.
      const text = request.responseText || null;
      resolve(new Response(text, { status: request.status, headers: responseHeaders }));
    };
    request.onerror = request.onabort = () => reject(new RequestFailure('network'));
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
