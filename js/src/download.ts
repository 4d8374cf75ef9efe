/** Hands the reader a text as a file. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  /* The browser needs the address a moment longer than the click. */
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
