import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary data directory that the embedded server's account can enter when root runs the tests. Otherwise
 * the server would keep its files elsewhere, and they would outlive the directory
 * (docs/adr/0005-embedded-postgresql.md).
 */
export async function makeDataDirectory(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o711);
  return folder;
}
