import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, and returns the new ones. Node's recursive mkdir never returns where the kernel
 * allows no folders (/proc).
 */
export async function makeFolders(folder: string): Promise<string[]> {
  try {
    await mkdir(folder);
    return [folder];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return [];
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
  }
  const above = await makeFolders(dirname(folder));
  await mkdir(folder);
  return [...above, folder];
}
