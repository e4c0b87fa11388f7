import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary data directory that root's embedded server can enter. In a closed directory, the database files
 * would be elsewhere and outlive the directory (docs/adr/0005-embedded-postgresql.md).
 */
export async function makeDataDirectory(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}
