import type { SuiteChannels } from '../../domain/channels/suite.ts';
import { assertMessageText, noChannel } from '../../domain/channels/suite-rules.ts';
import { noTeam, teamArchived } from '../../domain/teams/suite-rules.ts';
import { newId } from '../../kernel/ids.ts';
import type { SuiteParts } from './parts.ts';
import { HELD_TEAM } from './team-row.ts';

const POST = `
  with ${HELD_TEAM},
  channel as materialized (
    select c.channel_id from embedded_suite.channels c
     where c.tenant_id = $1 and c.team_id = $2 and case when $3::text is null then c.is_primary else c.channel_id = $3 end
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived,
           exists (select from channel) as has_channel,
           exists (select from embedded_suite.messages m join channel using (channel_id)
                    where m.tenant_id = $1 and m.team_id = $2 and m.marker = $4)
             as is_posted
  ),
  posted as (
    insert into embedded_suite.messages (tenant_id, team_id, channel_id, message_id, marker, text, created_at)
    select $1, $2, channel_id, $5, $4, $6, $7 from fact, channel where not is_archived and not is_posted
    on conflict (tenant_id, team_id, channel_id, marker) do nothing
  )
  select * from fact`;

interface PostFact {
  is_archived: boolean | null;
  has_channel: boolean;
  is_posted: boolean;
}

export const createMessages = ({ database, clock, limits }: SuiteParts) =>
  ({
    async postMessage(tenantId, teamId, channelId, { marker, text }) {
      assertMessageText(text, limits);
      const values = [teamId, channelId, marker, newId(), text, clock.now()];
      const [fact] = (await database.write<PostFact>(POST, tenantId, ...values)) as [PostFact];
      if (fact.is_archived === null || !fact.has_channel)
        throw channelId === null ? noTeam(teamId) : noChannel(channelId);
      if (fact.is_archived && !fact.is_posted) throw teamArchived(teamId);
    },
  }) satisfies Partial<SuiteChannels>;
