/**
 * Preloaded into a child process. Stops the child with SIGTERM when its parent dies. The query `parent` of this URL is
 * the process id of the parent: processes that the child forks inherit the preload, and need their channel themselves.
 */
const parent = Number(new URL(import.meta.url).searchParams.get('parent'));

if (process.channel && process.ppid === parent) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
