/** Preloaded into a child: when the process that started it is gone, the child ends itself in good order. */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
