/** Processor time of processes, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Processor time is counted in units of 10 ms on every architecture (proc(5), sysconf(3): _SC_CLK_TCK). */
const TICK_MICROSECONDS = 10_000;

interface ProcessState {
  pid: number;
  parent: number;
  /** Time of the process and of its children that have ended. */
  microseconds: number;
}

/** Reads the state of a process; undefined when it has ended. */
function readState(pid: number): ProcessState | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (place) => Number(fields[place]),
    );
    return { pid, parent, microseconds: (user + system + endedUser + endedSystem) * TICK_MICROSECONDS };
  } catch {
    return undefined;
  }
}

/** Returns the processor time of a process in microseconds, without its running children. */
export const timeOf = (pid: number): number => readState(pid)?.microseconds ?? 0;

/** Returns the processor time in microseconds of all processes below this one. */
export function timeBelow(pid: number): number {
  const states = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readState(Number(name)) ?? []);
  const childrenOf = Map.groupBy(states, ({ parent }) => parent);
  const sum = (parent: number): number =>
    (childrenOf.get(parent) ?? []).reduce((time, child) => time + child.microseconds + sum(child.pid), 0);
  return sum(pid);
}
