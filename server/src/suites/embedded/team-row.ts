/** The columns of a team, and its lock. */
import { asDateTime } from '../../kernel/suite-database.ts';

/** Selects a SuiteTeam from `teams t`. Graph's other specialisations are for schools and healthcare. */
export const SUITE_TEAM = `
  jsonb_build_object(
    'id', t.team_id, 'createdDateTime', ${asDateTime('t.created_at')}, 'displayName', t.display_name,
    'description', t.description, 'internalId', t.internal_id, 'classification', t.classification,
    'specialization', 'none', 'visibility', t.visibility, 'webUrl', t.web_url, 'isArchived', t.is_archived,
    'isMembershipLimitedToOwners', t.is_membership_limited_to_owners) || t.settings as team,
  t.version, t.mail_nickname as "mailNickname", t.sensitivity_label_id as "sensitivityLabelId"`;

/** Locks team `$2` of tenant `$1` against archiving and deletion until the statement's transaction ends. */
export const HELD_TEAM = `team as materialized (
    select t.is_archived from directory.teams t
     where t.tenant_id = $1 and t.team_id = $2 for share
  )`;
