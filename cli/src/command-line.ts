/** Runs one call of a command line: `charter`, and the commands of the service, which the server's package adds. */
import type { CommandLine } from './program.ts';

/** Exits quietly when the reader closes the pipe early, as in `charter user list | head -1`. */
function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
}

/** Reads the output format from the arguments themselves, because Commander may have rejected the options. */
const asksJson = (args: readonly string[]): boolean =>
  args.includes('--json') || /(?:^|\n)--output[=\n]json(?:$|\n)/.test(args.join('\n'));

/** Runs the command that the arguments name. Prints its failure and sets the exit code. */
export async function runCommandLine(commandLine: CommandLine): Promise<void> {
  endWithReader();
  const { createProgram, withoutHelpCommand } = await import('./program.ts');
  const args = withoutHelpCommand(process.argv.slice(2));
  try {
    const program = await createProgram(args, commandLine);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    const { describeFailure, failureAsJson, toFailure } = await import('./failure.ts');
    const failure = toFailure(error);
    if (failure !== undefined) {
      process.exitCode = failure.exitCode;
      if (failure.message !== '') {
        console.error(asksJson(args) ? failureAsJson(failure) : describeFailure(failure));
      }
    }
  }
}
