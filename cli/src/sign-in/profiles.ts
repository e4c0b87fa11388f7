/**
 * Stores sign-ins by name: the service and the person's tokens. They are in one file that only its owner can read. A
 * keyring would need native code for each platform, and the command line has none.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CommandFailure, EXIT } from '../exit-codes.ts';

export interface Profile {
  /** Address of the service. The tokens are sent to no other address. */
  url: string;
  /** OpenID issuer of the tokens. */
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  /** Kind of token that the service accepts. */
  token: 'access_token' | 'id_token';
  /** The token for the service. */
  bearer: string;
  /** Expiry of the token in milliseconds since the epoch, if the issuer returned one. */
  expires?: number;
  refreshToken?: string;
}

interface Stored {
  profiles: Record<string, Profile>;
}

export const DEFAULT_PROFILE = 'default';

const LOCK_PAUSE_MILLISECONDS = 100;
/** Age from which a lock is stale, because the command that held it was killed. */
const STALE_LOCK_MILLISECONDS = 30_000;
/** Attempts to get the lock: with the pauses, 35 seconds, so that the lock of a killed command is stale by then. */
const LOCK_ATTEMPTS = 350;

/** Returns the path of the file that stores the profiles. */
export function profilesFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const base = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return join(base || join(homedir(), '.config'), 'charter', 'profiles.json');
}

function read(): Stored {
  const file = profilesFile();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw new CommandFailure(EXIT.usage, `${file} can't be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text) as Stored;
  } catch {
    throw new CommandFailure(EXIT.usage, `${file} is damaged. Delete it and sign in again: charter login.`);
  }
}

/** Writes a new file and renames it, so that no reader sees a part. */
async function write(stored: Stored): Promise<void> {
  const file = profilesFile();
  const next = `${file}.${randomUUID()}`;
  await writeFile(next, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(next, file);
}

const isStale = async (lock: string): Promise<boolean> => {
  const found = await stat(lock).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > STALE_LOCK_MILLISECONDS;
};

/**
 * Runs the work while no other command changes the profiles. A refresh token is used once, so two commands must not
 * renew the same sign-in.
 */
async function withProfilesLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = `${profilesFile()}.lock`;
  await mkdir(dirname(lock), { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (await open(lock, 'wx', 0o600)).close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (await isStale(lock)) await rm(lock, { force: true });
      else if (attempt === LOCK_ATTEMPTS) {
        throw new CommandFailure(
          EXIT.tryLater,
          `Another command changes the sign-ins. If none runs, delete ${lock}.`,
        );
      } else await delay(LOCK_PAUSE_MILLISECONDS);
    }
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

export const findProfile = (name: string): Profile | undefined => read().profiles[name];

export const listProfiles = (): [string, Profile][] => Object.entries(read().profiles);

/**
 * Replaces a profile with the result of `change`; undefined deletes it.
 * @returns the new profile
 */
export const changeProfile = <Next extends Profile | undefined>(
  name: string,
  change: (profile: Profile | undefined) => Next | Promise<Next>,
): Promise<Next> =>
  withProfilesLock(async () => {
    const { profiles } = read();
    const next = await change(profiles[name]);
    const { [name]: _replaced, ...others } = profiles;
    await write({ profiles: next === undefined ? others : { ...others, [name]: next } });
    return next;
  });
