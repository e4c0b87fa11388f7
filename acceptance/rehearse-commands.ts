/**
 * Rehearses a command block of a document: bash expands it, but records each program instead of running it. So quotes,
 * loops, pipes and line continuations have the meaning that they have for the reader.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface RehearsedCommand {
  /** The program and its arguments, without `sudo`. */
  words: string[];
  /** The exported variables whose names begin with CHARTER_. */
  settings: Record<string, string>;
}

/** Name of the last record, which has the variables that the whole block exports. */
const END = ':end';
const TIMEOUT_MS = 10_000;

/** Bash calls command_not_found_handle for every program, because the folder in PATH is empty. */
const RECORDER = `
record() {
  local names=($(compgen -A export CHARTER_)) name
  printf '%s\\0' $# "$@" \${#names[@]} >&9
  for name in "\${names[@]}"; do printf '%s\\0' "$name" "\${!name}" >&9; done
}
command_not_found_handle() { record "$@"; }
cd() { record cd "$@"; }
`;

/** Returns the commands after prompts in a block that also shows output, or the whole block. */
function withoutOutput(text: string): string {
  const typed = [...text.matchAll(/^\$ (.*(?:\\\n.*)*)$/gm)].map(([, command]) => command);
  return typed.length === 0 ? text : typed.join('\n');
}

/** Replaces placeholders such as \`<team>\`, which bash would read as redirections, and paths of programs. */
const expandable = (text: string): string =>
  withoutOutput(text)
    .replace(/<([a-zA-Z][\w’' -]*)>/g, (_all, name: string) => name.replace(/\W/g, '-'))
    .replace(/^(\s*(?:sudo )?)(?:\.\/|node_modules\/\.bin\/)(?=\w)/gm, '$1');

function parse(records: string): RehearsedCommand[] {
  const fields = records.split('\0').slice(0, -1);
  const take = (count: number): string[] => fields.splice(0, count);
  const commands: RehearsedCommand[] = [];
  while (fields.length > 0) {
    const words = take(Number(fields.shift()));
    const pairs = take(2 * Number(fields.shift()));
    const settings: Record<string, string> = {};
    for (let index = 0; index < pairs.length; index += 2)
      settings[pairs[index] as string] = pairs[index + 1] as string;
    commands.push({ words: words[0] === 'sudo' ? words.slice(1) : words, settings });
  }
  return commands;
}

/**
 * Returns the programs that a block runs, in order, and the settings that it exports.
 * @throws {Error} for a syntax error, and for a redirection to a file outside of the working directory
 */
export async function rehearse(
  text: string,
): Promise<{ commands: RehearsedCommand[]; settings: Record<string, string> }> {
  const script = expandable(text);
  if (/>\s*\/(?!dev\/null)|^\s*\//m.test(script)) throw new Error(`Uses a file of the machine:\n${script}`);
  const folder = await mkdtemp(join(tmpdir(), 'charter-rehearsal-'));
  try {
    const [empty, work, records] = ['empty', 'work', 'records'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await Promise.all([mkdir(empty), mkdir(work)]);
    await run('/bin/bash', ['-c', `exec 9>"$0"; ${RECORDER}\n${script}\nrecord ${END}`, records], {
      cwd: work,
      env: { PATH: empty },
      timeout: TIMEOUT_MS,
    });
    const commands = parse(await readFile(records, 'utf8'));
    const end = commands.pop();
    if (end?.words[0] !== END) throw new Error(`Ends early:\n${script}`);
    return { commands, settings: end.settings };
  } finally {
    await rm(folder, { recursive: true });
  }
}
