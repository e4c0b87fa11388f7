import { Argument, type Command } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';
import { ANSWER_HELP, readAnswers } from './answers.ts';

interface Options extends SharedOptions {
  answer?: string[];
  remove?: string[];
  ifMatch?: string;
}

export function define(command: Command): void {
  apiCommand(
    command,
    `charter team metadata get 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11
charter team metadata set 0199c2d4-7a10-7c52-b8a5-5f1d6e0c9b11 --answer costCentre=4711 --remove wiki`,
  )
    .description('Show or change the answers of a team to the questions of its template. For its owners.')
    .addArgument(new Argument('<action>', 'what to do').choices(['get', 'set']))
    .argument('<team>', 'id of the team')
    .option('--answer <id=value...>', ANSWER_HELP)
    .option('--remove <id...>', 'answer to remove')
    .option('--if-match <etag>', 'change only if the answers still have this ETag')
    .action(async (action: 'get' | 'set', teamId: string, options: Options) => {
      const { answer = [], remove = [], ifMatch } = options;
      const changes = {
        ...readAnswers(answer),
        ...Object.fromEntries(remove.map((id): [string, null] => [id, null])),
      };
      const hasChanges = Object.keys(changes).length > 0;
      if (action === 'get' && hasChanges) throw usage('get takes neither --answer nor --remove.');
      if (action === 'set' && !hasChanges) throw usage('Give at least one of --answer and --remove.');
      const { client, output } = openSession(options);
      const { teams } = client;
      const found =
        action === 'get'
          ? await teams.getTeamMetadata(teamId)
          : await teams.updateTeamMetadata(teamId, changes, ifMatch === undefined ? {} : { ifMatch });
      const shown = new Map(found.answers.map(({ id, text }) => [id, text]));
      const fields = Object.entries(found.metadata).map(([id, value]) => [
        id,
        shown.get(id) ?? (typeof value === 'string' ? value : JSON.stringify(value)),
      ]);
      output.fields(found, Object.fromEntries(fields));
    });
}
