/** The browser needs the address for a moment after the press. */
const forgetAfterMs = 60_000;

/** Gives a file to the visitor under a name, as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), forgetAfterMs);
}
