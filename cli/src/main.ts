import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A reader may close the pipe early, as in `charter user list | head -1`. That is not an error. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

const readVersion = (): string =>
  (JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string })
    .version;

const { createProgram, withoutHelpCommand } = await import('./program.ts');
const args = withoutHelpCommand(process.argv.slice(2));
try {
  const program = await createProgram(args, readVersion());
  await program.parseAsync(args, { from: 'user' });
} catch (error) {
  const { describeFailure, failureAsJson, toFailure } = await import('./failure.ts');
  const failure = toFailure(error);
  if (failure !== undefined) {
    process.exitCode = failure.exitCode;
    if (failure.message !== '') {
      console.error(args.includes('--json') ? failureAsJson(failure) : describeFailure(failure));
    }
  }
}
