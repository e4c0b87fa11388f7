/**
 * Returns freed memory of native code to the system. glibc retains freed blocks below the highest one in use, unless
 * `malloc_trim` is called (malloc_trim(3)). Node has no call for it, so `koffi` makes it.
 */
import { promisify } from 'node:util';
import type { Logger } from 'pino';

/** `koffi` is an optional package: a checkout may lack it and its types. */
const PACKAGE: string = 'koffi';

type Completed = (error: Error | null, result: number) => void;

/** The part of https://koffi.dev that is used here. */
interface Koffi {
  load(library: null): {
    func(
      name: string,
      result: string,
      parameters: string[],
    ): { async(pad: number, completed: Completed): void };
  };
}

/**
 * Calls `malloc_trim(0)` on a thread of libuv. Meanwhile, the event loop waits only when it allocates native memory.
 * @returns false without `koffi`, or on a system without glibc
 */
export async function trimNativeHeap(log: Logger): Promise<boolean> {
  try {
    const { default: koffi }: { default: Koffi } = await import(PACKAGE);
    const trim = koffi.load(null).func('malloc_trim', 'int', ['size_t']);
    await promisify(trim.async)(0);
    return true;
  } catch (error) {
    log.debug({ err: error }, 'This node cannot call malloc_trim.');
    return false;
  }
}
