/** Runs `charter login` as a person does: with a browser and its own folder of profiles. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, type CommandResult, charter, type Environment } from './service.ts';

/** The command line without the server, as in its published package. */
const PROGRAM = fileURLToPath(new URL('../cli/main.js', import.meta.url));

export interface CommandLine extends AsyncDisposable {
  /** Path of the file with the profiles. */
  profiles: string;
  run(args: readonly string[], environment?: Environment): Promise<CommandResult>;
  /** Replaces the stored token with an expired one, so that the next command works only with a new token. */
  expire(): Promise<void>;
  /**
   * Runs `charter login`.
   * @param signIn gets the command's first output: an address, and with `--device` a code
   */
  login(args: readonly string[], signIn: (note: string) => Promise<unknown>): Promise<CommandResult>;
}

/** Returns the address that `charter login` prints for the browser. */
export const addressIn = (note: string): string => /^(http\S+)$/m.exec(note)?.[1] ?? '';

export async function openCommandLine(): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), 'charter-login-'));
  const profiles = join(folder, 'charter/profiles.json');
  return {
    profiles,
    run: (args, environment = {}) =>
      charter({ environment: {} }, args, { XDG_CONFIG_HOME: folder, ...environment }),
    async expire() {
      const stored = JSON.parse(await readFile(profiles, 'utf8')) as {
        profiles: Record<string, { bearer: string; expires?: number }>;
      };
      for (const profile of Object.values(stored.profiles)) {
        profile.bearer = 'expired';
        profile.expires = 0;
      }
      await writeFile(profiles, JSON.stringify(stored));
    },
    async login(args, signIn) {
      const child = spawn(process.execPath, [PROGRAM, 'login', '--no-browser', ...args], {
        env: { ...bareEnvironment(), XDG_CONFIG_HOME: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(child, 'close');
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      await Promise.race([once(child.stderr, 'data'), ended]);
      if (child.exitCode === null)
        await signIn(stderr).catch((error) => child.kill() && Promise.reject(error));
      const [code] = (await ended) as [number | null];
      return { code, stdout, stderr };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
