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
  /** The exported variables. */
  environment: Record<string, string>;
}

export interface Rehearsal {
  commands: RehearsedCommand[];
  /** The variables that the whole block exports. */
  environment: Record<string, string>;
}

/** Name of the last record, which has the variables that the whole block exports. */
const END = ':end';
const TIMEOUT_MS = 10_000;
/** The value of a placeholder or of a program's output that is an id. */
const ID = '3f0e4c69-9a53-4f8f-8f1f-0c112f8f6f1f';
/** Variables of bash itself. */
const OF_BASH = ['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_'];

/**
 * Bash calls command_not_found_handle for every program, because the folder in PATH is empty. Each record is one write:
 * the programs of a pipe write at the same time.
 */
const RECORDER = `
record() {
  local names=($(compgen -e)) name variables=()
  for name in "\${names[@]}"; do variables+=("$name" "\${!name}"); done
  printf '%s\\0' $# "$@" \${#names[@]} "\${variables[@]}" >&9
}
command_not_found_handle() { record "$@"; echo ${ID}; }
cd() { record cd "$@"; }
`;

/** Returns the commands after prompts in a block that also shows output, or the whole block. */
function withoutOutput(text: string): string {
  const typed = [...text.matchAll(/^\$ (.*(?:\\\n.*)*)$/gm)].map(([, command]) => command);
  return typed.length === 0 ? text : typed.join('\n');
}

/** Replaces placeholders such as `<team>`, which bash would read as redirections, and the folders of programs. */
const expandable = (text: string): string =>
  withoutOutput(text)
    .replace(/<([a-zA-Z][\w’' -]*)>/g, (_all, name: string) =>
      /\bid\b/.test(name) ? ID : name.replace(/\W/g, '-'),
    )
    .replace(/^(\s*(?:sudo )?)(?:\.\/|node_modules\/\.bin\/)(?=\w)/gm, '$1');

function parse(records: string): RehearsedCommand[] {
  const fields = records.split('\0').slice(0, -1);
  const take = (count: number): string[] => fields.splice(0, count);
  const commands: RehearsedCommand[] = [];
  while (fields.length > 0) {
    const words = take(Number(fields.shift()));
    const pairs = take(2 * Number(fields.shift()));
    const environment: Record<string, string> = {};
    for (let index = 0; index < pairs.length; index += 2)
      environment[pairs[index] as string] = pairs[index + 1] as string;
    for (const name of OF_BASH) delete environment[name];
    commands.push({ words: words[0] === 'sudo' ? words.slice(1) : words, environment });
  }
  return commands;
}

/**
 * Returns the programs that a block runs, in order, and the variables that it exports.
 * @param before commands of earlier blocks that set variables of the shell
 * @throws {Error} for a syntax error, and for a redirection to a file outside of the working directory
 */
export async function rehearse(text: string, before = ''): Promise<Rehearsal> {
  const block = expandable(text);
  if (/>\s*\/(?!dev\/null)|^\s*\//m.test(block)) throw new Error(`Uses a file of the machine:\n${block}`);
  const folder = await mkdtemp(join(tmpdir(), 'charter-rehearsal-'));
  const [empty, work, records] = [join(folder, 'empty'), join(folder, 'work'), join(folder, 'records')];
  try {
    await Promise.all([mkdir(empty), mkdir(work)]);
    const script = `exec 9>/dev/null\n${RECORDER}\n${expandable(before)}\nexec 9>"$0"\n${block}\nrecord ${END}`;
    await run('/bin/bash', ['-c', script, records], {
      cwd: work,
      env: { PATH: empty },
      timeout: TIMEOUT_MS,
    });
    const commands = parse(await readFile(records, 'utf8'));
    const end = commands.pop();
    if (end?.words[0] !== END) throw new Error(`Ends early:\n${block}`);
    return { commands, environment: end.environment };
  } finally {
    await rm(folder, { recursive: true });
  }
}
