/** Finds Debian's PostgreSQL, which has the programs for replicas and backups that the embedded one lacks. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const VERSIONS = '/usr/lib/postgresql';

/** Returns the folder of the newest version's programs; undefined when the package is missing. */
export function serverPrograms(): string | undefined {
  try {
    const [newest] = readdirSync(VERSIONS).sort((one, other) => Number(other) - Number(one));
    return newest && `${VERSIONS}/${newest}/bin`;
  } catch {
    return undefined;
  }
}

export interface Account {
  uid: number;
  gid: number;
}

/** Returns the account of the package, because PostgreSQL does not run as root; undefined for other users. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}
