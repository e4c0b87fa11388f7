/**
 * This module is loaded into each test process. It kills a process that has not ended at its deadline, for example
 * because a failed test left a server open: the run would wait for it forever. The deadline is the query
 * `milliseconds` of the module's URL.
 */
import { isMainThread } from 'node:worker_threads';

const milliseconds = Number(new URL(import.meta.url).searchParams.get('milliseconds'));

if (isMainThread) {
  const timer = setTimeout(() => {
    console.error(
      `${process.argv[1]} has not ended in time. Open: ${process.getActiveResourcesInfo().join(', ')}`,
    );
    process.kill(process.pid, 'SIGKILL');
  }, milliseconds);
  timer.unref();
}
