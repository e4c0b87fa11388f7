/** Tells whether a process is still the one we mean: process ids are used again, also after a restart. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

function ask(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

const onLinux = process.platform === 'linux';

/** Start times on Linux count from the boot. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** A text that differs for each process that ever had this id; empty when there is no such process. */
export function processStart(pid: number): string {
  if (!onLinux) return ask(pid, 'lstart');
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may hold spaces; field 22 is the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : `${bootId()} ${fields[19]}`;
  } catch {
    return '';
  }
}

/** The program and its arguments; empty when there is no such process or it has ended already. */
export function processCommand(pid: number): string {
  if (!onLinux) return ask(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Sends a signal; false when the process is gone. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
