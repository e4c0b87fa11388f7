/** Preloaded into a child process. Stops the child with SIGTERM when its parent dies. */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
