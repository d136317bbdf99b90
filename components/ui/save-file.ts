/** Long enough for a browser that asks where to save first. */
const revokeAfterMs = 60_000;

/** Hands a file to the browser's downloads under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs);
}
