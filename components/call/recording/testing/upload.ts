import { vi } from 'vitest';

interface UploadReply {
  status: number;
  text?: string;
}

export interface Posted {
  url: string;
  form: FormData;
}

/** The browser's upload of a form: half of it is reported before the server gives its answer. */
export function stubUpload({ status, text = '{}' }: UploadReply = { status: 201 }): Posted[] {
  const posted: Posted[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: object) => void } = {};
      onload = () => undefined;
      status = status;
      responseText = text;
      #url = '';
      open(_method: string, url: string) {
        this.#url = url;
      }
      setRequestHeader() {}
      abort() {}
      getResponseHeader() {
        return status === 503 ? '7' : null;
      }
      send(form: FormData) {
        posted.push({ url: this.#url, form });
        this.upload.onprogress?.({ loaded: 1, total: 2 });
        this.onload();
      }
    },
  );
  return posted;
}
