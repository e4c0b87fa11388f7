/** Reads text files that people have saved from other programs. */

const LARGEST_BYTES = 1024 * 1024;

/** Returns the encoding that the byte order mark identifies. Spreadsheets save "Unicode text" as UTF-16. */
function markedEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Decodes UTF-16 with its mark, else UTF-8, else the code page of Windows in western Europe. */
function decodeText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns undefined for a file that is too large or is not text. */
export async function readTextFile(file: File): Promise<string | undefined> {
  if (file.size > LARGEST_BYTES) return undefined;
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text.includes('\0') ? undefined : text;
}
