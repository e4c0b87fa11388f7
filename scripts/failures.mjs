/** A test reporter that keeps what failed and why, and nothing else, to be said again at the very end of a long run. */
import { inspect } from 'node:util';

export default async function* failures(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:fail') continue;
    const { error } = data.details;
    // A suite that only holds a failed test has nothing of its own to say.
    if (error.failureType === 'subtestsFailed') continue;
    yield `✖ ${data.name} (${data.file}:${data.line})\n${inspect(error.cause ?? error)}\n\n`;
  }
}
