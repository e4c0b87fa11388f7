import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process in MB; NaN where the system has no /proc. */
export function residentMemory(pid: number | undefined): number {
  try {
    const [, kilobytes = ''] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round((Number(kilobytes) * 1024) / 1e6);
  } catch {
    return Number.NaN;
  }
}
