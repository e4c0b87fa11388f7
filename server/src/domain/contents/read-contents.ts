/** Reads the files and plans of channels. Everybody who may see a channel may read its contents. */
import type { Principal } from '../../engine/principal.ts';
import type { Suite } from '../../engine/suite.ts';
import { say } from '../../kernel/messages.ts';
import { authoriseChannelAction, judgeReadChannel } from '../channels/access.ts';
import type { ChannelFile, ChannelTaskPlan } from './model.ts';
import type { FilePage, FileQuery } from './suite.ts';
import { assertStoredPath } from './suite-rules.ts';

interface ChannelInput {
  teamId: string;
  channelId: string;
}

const authorise = (deps: { suite: Suite }, principal: Principal, input: ChannelInput) =>
  authoriseChannelAction(
    deps,
    principal,
    input,
    judgeReadChannel,
    say('contents.mayNotRead', 'You may not read the files and plans of this channel.'),
  );

/**
 * Returns a page of a folder of the channel; without a path, of the channel's own folder.
 * @throws NotFound, InvalidRequest at `path`
 */
export async function listFiles(
  deps: { suite: Suite },
  principal: Principal,
  { teamId, channelId, ...query }: ChannelInput & FileQuery,
): Promise<FilePage> {
  const channel = { teamId, channelId };
  await authorise(deps, principal, channel);
  if (query.path !== '') assertStoredPath(query.path);
  return deps.suite.contents.list(principal.tenantId, channel, query);
}

/** Opens a file of the channel. @throws NotFound, InvalidRequest at `path` */
export async function openFile(
  deps: { suite: Suite },
  principal: Principal,
  { path, ...channel }: ChannelInput & { path: string },
): Promise<{ file: ChannelFile; bytes: AsyncIterable<Uint8Array> }> {
  await authorise(deps, principal, channel);
  assertStoredPath(path);
  return deps.suite.contents.open(principal.tenantId, channel, path);
}

/** Returns the plans of the channel, oldest first. @throws NotFound */
export async function listPlans(
  deps: { suite: Suite },
  principal: Principal,
  channel: ChannelInput,
): Promise<ChannelTaskPlan[]> {
  await authorise(deps, principal, channel);
  return deps.suite.contents.listPlans(principal.tenantId, channel);
}
