import { vi } from 'vitest';

interface UploadReply {
  status: number;
  text?: string;
}

export interface PostedForm {
  url: string;
  form: FormData;
}

/** How a bucket treats a PUT: answers with a status, breaks off (no CORS rule), or blocks every byte. */
export type BucketReply = number | 'breaks off' | 'hangs';

/**
 * Stubs XMLHttpRequest and returns the posted forms. Half of an upload is reported as progress first. PUTs get the bucket's reply;
 * forms get the server's.
 */
export function stubUpload(
  { status, text = '{}' }: UploadReply = { status: 201 },
  bucket: BucketReply = 200,
): PostedForm[] {
  const posted: PostedForm[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: object) => void } = {};
      onload = () => undefined;
      onerror = () => undefined;
      onabort = () => undefined;
      status = status;
      responseText = text;
      #url = '';
      open(_method: string, url: string) {
        this.#url = url;
      }
      setRequestHeader() {}
      abort() {
        this.onabort();
      }
      getResponseHeader() {
        return status === 503 ? '7' : null;
      }
      send(body: FormData | Blob) {
        if (body instanceof FormData) posted.push({ url: this.#url, form: body });
        else if (bucket === 'hangs') return;
        else if (bucket === 'breaks off') return this.onerror();
        else [this.status, this.responseText] = [bucket, ''];
        this.upload.onprogress?.({ loaded: 1, total: 2 });
        this.onload();
      }
    },
  );
  return posted;
}
