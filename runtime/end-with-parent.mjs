/**
 * This module is preloaded into a child process. It stops the child with SIGTERM when the child's parent dies. The
 * query parameter `parent` of the module's URL is the process id of the parent. The check against it excludes the
 * processes that the child forks: they inherit the preload, but use their IPC channel themselves.
 */
const parent = Number(new URL(import.meta.url).searchParams.get('parent'));

if (process.channel && process.ppid === parent) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
