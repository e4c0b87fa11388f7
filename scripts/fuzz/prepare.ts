/**
 * Creates objects that random requests do not produce within minutes: requests to own a team, a review, and channels
 * that violate a policy.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Service } from '../../acceptance/service.ts';
import type { FuzzCaller } from './oracle.ts';

/** Number of members of the team that needs further owners. All of them are asked. */
const MEMBERS = 4;
/** Charter checks a team within 20 seconds of an event about it. */
const MAX_POLLS = 60;
const POLL_MILLISECONDS = 1_000;
const REVIEW_DAYS = 14;

interface Call {
  url: string;
  caller: FuzzCaller;
}

/** @throws Error unless the response is a success */
async function send<T>({ url, caller }: Call, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/v1.0${path}`, {
    method,
    headers: { authorization: caller.authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Repeats a call until it returns a value. */
async function poll<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const value = await read();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
  throw new Error(`${what} did not appear within ${MAX_POLLS} seconds.`);
}

/** Creates a team that the administrator owns. Returns its id. */
async function createTeam(call: Call, templateId: string, members: readonly string[]): Promise<string> {
  const { value: before } = await send<{ value: { id: string }[] }>(call, 'GET', '/me/teams?$top=100');
  await send(call, 'POST', '/teams/provisioning', {
    template: { id: templateId },
    team: { name: 'Team without enough owners', membership: { members: members.map((id) => ({ id })) } },
  });
  return poll('The team', async () => {
    const { value } = await send<{ value: { id: string }[] }>(call, 'GET', '/me/teams?$top=100');
    return value.find(({ id }) => !before.some((each) => each.id === id))?.id;
  });
}

/** Makes the service ask the members of a team to own it. */
async function askForOwners(call: Call, members: readonly FuzzCaller[], teamId: string): Promise<void> {
  const policy = await send<{ id: string }>(call, 'POST', '/policies', {
    name: 'Enough owners for one team',
    kind: 'owners',
    scope: { type: 'teams' },
    settings: { minimumOwners: 1 + MEMBERS, candidates: ['mostActiveMembers'], answerDays: 3 },
  });
  await send(call, 'PUT', `/policies/${policy.id}/teams/${teamId}`);
  await poll('A request to own a team', async () => {
    const lists = members.map((caller) =>
      send<{ value: object[] }>({ ...call, caller }, 'GET', '/ownerRequests'),
    );
    return (await Promise.all(lists)).find(({ value }) => value.length > 0);
  });
}

/** Writes a review of the team's members to the database: a policy would start the first one only after a month. */
async function startReview(databaseUrl: string, tenantId: string, teamId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select set_config('charter.tenant_id', $1, false)", [tenantId]);
    const { rows } = await client.query<{ user_id: string; role: string }>(
      'select user_id, role from directory.team_members where tenant_id = $1 and team_id = $2',
      [tenantId, teamId],
    );
    const [reviewId, now] = [randomUUID(), new Date()];
    const deadline = new Date(now.getTime() + REVIEW_DAYS * 86_400_000);
    await client.query(
      `insert into charter.reviews (tenant_id, review_id, team_id, kind, status, policy_id, policy_name, unanswered,
         request_id, created_at, deadline_at, item_count, keep_count, remove_count, removed_count, due_at, attempt)
       values ($1, $2, $3, 'members', 'open', $4, 'Members of one team', 'keep', $5, $6, $7, $8, 0, 0, 0, $7, 0)`,
      [tenantId, reviewId, teamId, randomUUID(), randomUUID(), now, deadline, rows.length],
    );
    for (const { user_id: userId, role } of rows) {
      await client.query(
        'insert into charter.review_items (tenant_id, review_id, user_id, role) values ($1, $2, $3, $4)',
        [tenantId, reviewId, userId, role],
      );
    }
  } finally {
    await client.end();
  }
}

/** Number of channels that violate a policy, which administrators may allow. */
const VIOLATIONS = 3;

/**
 * Inserts the rows of channels that violate a policy. With the embedded suite, no caller can create them outside
 * Charter.
 */
async function addViolations(databaseUrl: string, tenantId: string, teamId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select set_config('charter.tenant_id', $1, false)", [tenantId]);
    await client.query("select set_config('charter.audited', 'fuzz', false)");
    for (let number = 0; number < VIOLATIONS; number += 1) {
      await client.query(
        `insert into charter.channel_violations (tenant_id, violation_id, team_id, channel_id, channel_name,
           membership_type, policy_id, policy_name, mode, reason, status, found_at, delete_at, is_reminded)
         values ($1, $2, $3, $4, 'Side', 'private', $5, 'Few channels', 'enforce',
           '{"message": "The channel was created outside Charter."}', 'scheduled', now(), now() + interval '14 days',
           false)`,
        [tenantId, randomUUID(), teamId, randomUUID(), randomUUID()],
      );
    }
  } finally {
    await client.end();
  }
}

export interface PreparedTenant {
  id: string;
  administrator: FuzzCaller;
  /** People who can own teams, with their ids. */
  people: readonly { id: string; caller: FuzzCaller }[];
  templateId: string;
}

export async function prepareTenant(
  { url }: Service,
  databaseUrl: string,
  { id, administrator, people, templateId }: PreparedTenant,
): Promise<void> {
  const call = { url, caller: administrator };
  const members = people.slice(0, MEMBERS);
  const ids = members.map((member) => member.id);
  const teamId = await createTeam(call, templateId, ids);
  await askForOwners(
    call,
    members.map(({ caller }) => caller),
    teamId,
  );
  await startReview(databaseUrl, id, teamId);
  await addViolations(databaseUrl, id, teamId);
}
