// A file that a page made, handed to the reader.

/**
 * @param {string} name of the file
 * @param {string} type its MIME type
 * @param {any} content text, bytes or a Blob
 */
export function download(name, type, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
