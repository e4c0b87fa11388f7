import type { TeamPatch } from '@charter/sdk';
import { type Command, Option } from 'commander';
import { apiCommand, openSession, type SharedOptions } from '../api-command.ts';
import { usage } from '../exit-codes.ts';

interface Options extends SharedOptions {
  name?: string;
  description?: string;
  visibility?: 'private' | 'public' | 'hiddenMembership';
  set?: string[];
  ifMatch?: string;
}

/** Parses `true`, `false` and `null`. Everything else is text. */
function toValue(text: string): unknown {
  return text === 'true' || text === 'false' || text === 'null' ? JSON.parse(text) : text;
}

/**
 * Turns assignments such as `memberSettings.allowCreatePrivateChannels=false` into an object.
 * @throws CommandFailure (wrong usage)
 */
export function readAssignments(assignments: readonly string[]): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const assignment of assignments) {
    const [, group, field, text] = /^(?:([A-Za-z]+)\.)?([A-Za-z]+)=(.*)$/s.exec(assignment) ?? [];
    if (field === undefined || text === undefined) {
      throw usage(`--set takes field=value or group.field=value, not '${assignment}'.`);
    }
    if (group === undefined) patch[field] = toValue(text);
    else patch[group] = { ...(patch[group] as object | undefined), [field]: toValue(text) };
  }
  return patch;
}

export function define(command: Command): void {
  apiCommand(
    command,
    'charter team update 0199c2d4-… --name "Harbour tunnel" --set memberSettings.allowCreatePrivateChannels=false',
  )
    .argument('<team>', 'id of the team')
    .option('--name <name>', 'new display name')
    .option('--description <text>', 'new description')
    .addOption(
      new Option('--visibility <kind>', 'visibility of the team').choices([
        'private',
        'public',
        'hiddenMembership',
      ]),
    )
    .option('--set <field=value...>', 'another field, or group.field=value for a setting; may be repeated')
    .option('--if-match <etag>', 'update only if the team still has this ETag')
    .action(async (teamId: string, options: Options) => {
      const { name, description, visibility, set = [], ifMatch } = options;
      const patch = {
        ...readAssignments(set),
        ...(name === undefined ? {} : { displayName: name }),
        ...(description === undefined ? {} : { description }),
        ...(visibility === undefined ? {} : { visibility }),
      } as TeamPatch;
      if (Object.keys(patch).length === 0)
        throw usage('Give at least one of --name, --description, --visibility and --set.');
      const { client, output } = openSession(options);
      await client.teams.updateTeam(teamId, patch, ifMatch === undefined ? {} : { ifMatch });
      output.result({ id: teamId, updated: true }, '');
      output.note(`The team ${teamId} is updated.`);
    });
}
