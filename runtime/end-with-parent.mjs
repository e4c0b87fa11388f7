/**
 * This module is preloaded into a child process. It stops the child with SIGTERM when its parent dies. The query
 * `parent` of the module's URL is the process id of the parent. It excludes the processes that the child forks: they
 * inherit the preload, but use their IPC channel themselves.
 */
const parent = Number(new URL(import.meta.url).searchParams.get('parent'));

if (process.channel && process.ppid === parent) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
