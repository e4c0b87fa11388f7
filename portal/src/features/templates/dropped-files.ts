/** Reads the files and folders that somebody chooses, or drops on the page. */

/** A file, and its path below the chosen or dropped folder. */
export type PlacedFile = readonly [path: string, file: File];

/** React's types lack the attribute of an input that lets people choose a folder. */
export const FOLDER = { webkitdirectory: '' };

/** Returns the files of an input with their paths in the chosen folder. */
export const placedFiles = (files: FileList | null): PlacedFile[] =>
  [...(files ?? [])].map((file) => [file.webkitRelativePath || file.name, file]);

/** Maximum number of entries that are read from one drop. The entries of a folder come after all of its level. */
const MAX_ENTRIES = 1_000;

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Returns all entries of a folder. The browser returns at most 100 of them at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}

/**
 * Returns the files of a drop, with those in dropped folders.
 * @throws DOMException for a file that can't be read
 */
export async function readDrop({ items }: DataTransfer): Promise<PlacedFile[]> {
  // The list is read at once, because it is empty after the handler of the event.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files: PlacedFile[] = [];
  // The loop appends the contents of folders to the array that it iterates over.
  for (const [index, entry] of entries.entries()) {
    if (index >= MAX_ENTRIES) break;
    if (isFile(entry)) files.push([entry.fullPath.slice(1), await fileOf(entry)]);
    else entries.push(...(await entriesOf(entry as FileSystemDirectoryEntry)));
  }
  return files;
}
