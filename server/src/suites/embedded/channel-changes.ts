/**
 * Changes and deletes channels, and deletes tabs.
 *
 * - The primary channel keeps its name and can't be deleted ("Delete channel").
 * - A channel is deleted with its tabs, messages and members. The lock prevents a concurrent archiving or deletion of
 *   the team.
 */

import type { TeamChannel } from '../../domain/channels/model.ts';
import type { SuiteChannels } from '../../domain/channels/suite.ts';
import {
  assertChannelPatch,
  channelNameTaken,
  keepsPrimary,
  noChannel,
} from '../../domain/channels/suite-rules.ts';
import { busyTeam, noTeam, teamArchived } from '../../domain/teams/suite-rules.ts';
import { notFound } from '../../kernel/errors.ts';
import { TakenError } from '../../kernel/suite-database.ts';
import { CHANNEL } from './channels.ts';
import type { SuiteParts } from './parts.ts';
import { HELD_TEAM } from './team-row.ts';

const HELD_CHANNEL = `${HELD_TEAM},
  channel as materialized (
    select c.is_primary from embedded_suite.channels c, (select count(*) from team) held
     where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3
       for update of c
  ),
  fact as materialized (
    select (select is_archived from team) as is_archived, (select is_primary from channel) as is_primary
  )`;

/** `$4`: the patch. */
const UPDATE = `
  with ${HELD_CHANNEL},
  written as (
    update embedded_suite.channels c
       set display_name = coalesce($4::jsonb->>'displayName', c.display_name),
           description = case when $4::jsonb ? 'description' then $4::jsonb->>'description' else c.description end
      from fact
     where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3 and not fact.is_archived
       and (not c.is_primary or coalesce($4::jsonb->>'displayName', c.display_name) = c.display_name)
    returning ${CHANNEL}
  )
  select fact.*, written.channel from fact left join written on true`;

const DELETE = `
  with ${HELD_CHANNEL},
  gone as (
    delete from embedded_suite.channels c
     using fact
     where c.tenant_id = $1 and c.team_id = $2 and c.channel_id = $3 and not fact.is_archived and not c.is_primary
    returning c.channel_id
  ),
  members as (
    delete from embedded_suite.channel_members m using gone
     where m.tenant_id = $1 and m.team_id = $2 and m.channel_id = gone.channel_id
  ),
  tabs as (
    delete from embedded_suite.tabs t using gone
     where t.tenant_id = $1 and t.team_id = $2 and t.channel_id = gone.channel_id
  ),
  messages as (
    delete from embedded_suite.messages m using gone
     where m.tenant_id = $1 and m.team_id = $2 and m.channel_id = gone.channel_id
  )
  select fact.*, exists (select from gone) as is_gone from fact`;

/** `$4`: the tab. */
const DELETE_TAB = `
  with ${HELD_CHANNEL},
  gone as (
    delete from embedded_suite.tabs t
     using fact
     where t.tenant_id = $1 and t.team_id = $2 and t.channel_id = $3 and t.tab_id = $4 and not fact.is_archived
    returning t.tab_id
  )
  select fact.*, exists (select from gone) as is_gone from fact`;

interface Fact {
  is_archived: boolean | null;
  /** Null for a missing channel. */
  is_primary: boolean | null;
}

/** @throws NotFound, TeamArchived */
function assertWritable(teamId: string, channelId: string, { is_archived, is_primary }: Fact): void {
  if (is_archived === null) throw noTeam(teamId);
  if (is_primary === null) throw noChannel(channelId);
  if (is_archived) throw teamArchived(teamId);
}

export const createChannelChanges = ({ database }: SuiteParts) =>
  ({
    async update(tenantId, teamId, channelId, patch) {
      assertChannelPatch(patch);
      const values = [teamId, channelId, JSON.stringify(patch)];
      const [row] = await database
        .write<Fact & { channel: TeamChannel | null }>(UPDATE, tenantId, ...values)
        .catch((error: unknown) => {
          throw error instanceof TakenError ? channelNameTaken([patch.displayName ?? '']) : error;
        });
      assertWritable(teamId, channelId, row!);
      if (row!.channel !== null) return row!.channel;
      throw row!.is_primary ? keepsPrimary('The primary channel keeps its name.') : busyTeam();
    },

    async delete(tenantId, teamId, channelId) {
      const [row] = await database.write<Fact & { is_gone: boolean }>(DELETE, tenantId, teamId, channelId);
      assertWritable(teamId, channelId, row!);
      if (row!.is_gone) return;
      throw row!.is_primary ? keepsPrimary('The primary channel cannot be deleted.') : busyTeam();
    },

    async deleteTab(tenantId, teamId, channelId, tabId) {
      const values = [teamId, channelId, tabId];
      const [row] = await database.write<Fact & { is_gone: boolean }>(DELETE_TAB, tenantId, ...values);
      assertWritable(teamId, channelId, row!);
      if (!row!.is_gone) throw notFound('tab', tabId);
    },
  }) satisfies Partial<SuiteChannels>;
