/** A test reporter that writes only the failures, so that they can be repeated at the end of a long run. */
import { inspect } from 'node:util';

export default async function* failures(source) {
  for await (const { type, data } of source) {
    if (type !== 'test:fail') continue;
    const { error } = data.details;
    // The failed test inside this suite is reported itself.
    if (error.failureType === 'subtestsFailed') continue;
    yield `✖ ${data.name} (${data.file}:${data.line})\n${inspect(error.cause ?? error)}\n\n`;
  }
}
