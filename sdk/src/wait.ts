/** Lets time pass; rejects with the signal's reason when that comes first. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const wait: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
